def s : String := r#"
theorem t : 1 = 2 := rfl
"#
