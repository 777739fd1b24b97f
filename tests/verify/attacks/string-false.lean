theorem t : "\u2028" = "\n" := by decide
