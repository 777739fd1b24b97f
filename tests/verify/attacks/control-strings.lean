theorem t : "\x00\x01\t\n\r\x7f\u0085\u2028\"\\" = "\x00\x01\t\n\r\x7f\u0085\u2028\"\\" ∧ "\u2028" ≠ "\n" := ⟨rfl, by decide⟩
