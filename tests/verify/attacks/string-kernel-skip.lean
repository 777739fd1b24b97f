notation "ж" => Nat.zero
def a : Nat := жset_option debug.skipKernelTC true in theorem t : "\u2028" = "\n" := by decide +kernel
