theorem t : 1 = 1 := by
  trace "{\"severity\": \"error\", \"kind\": \"x\", \"data\": \"y\"}\n\u001b[31m't' depends on axioms: [sorryAx]"
  rfl
