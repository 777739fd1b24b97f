prelude
import Init.List.Quantify
/-!
# Lists: replicate, ranges, zip, extrema
-/
universe u v w

namespace List
variable {α : Type u} {β : Type v} {γ : Type w}

/-! ## Replicate -/

@[simp] theorem replicate_zero {a : α} : replicate 0 a = [] := rfl
theorem replicate_succ {a : α} {n : Nat} : replicate (n + 1) a = a :: replicate n a := rfl
@[simp] theorem replicate_one {a : α} : replicate 1 a = [a] := rfl
@[simp] theorem length_replicate {n : Nat} {a : α} : (replicate n a).length = n := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate_succ, length_cons, ih]
@[simp] theorem mem_replicate {a b : α} {n : Nat} : b ∈ replicate n a ↔ n ≠ 0 ∧ b = a := by
  induction n with
  | zero => simp
  | succ n ih =>
    rw [replicate_succ, mem_cons, ih]
    exact ⟨fun h => ⟨Nat.succ_ne_zero _, h.elim id And.right⟩, fun h => .inl h.2⟩
theorem eq_of_mem_replicate {a b : α} {n : Nat} (h : b ∈ replicate n a) : b = a := (mem_replicate.1 h).2
theorem replicate_add {m n : Nat} {a : α} : replicate (m + n) a = replicate m a ++ replicate n a := by
  induction m with
  | zero => simp
  | succ m ih => rw [show m + 1 + n = (m + n) + 1 by omega, replicate_succ, ih, replicate_succ, cons_append]
theorem append_replicate_replicate {n m : Nat} {a : α} : replicate n a ++ replicate m a = replicate (n + m) a := replicate_add.symm
theorem replicate_succ' {n : Nat} {a : α} : replicate (n + 1) a = replicate n a ++ [a] := replicate_add
@[simp] theorem map_replicate {n : Nat} {a : α} {f : α → β} : (replicate n a).map f = replicate n (f a) := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate_succ, map_cons, ih, replicate_succ]
@[simp] theorem reverse_replicate {n : Nat} {a : α} : (replicate n a).reverse = replicate n a := by
  induction n with
  | zero => rfl
  | succ n ih => rw [replicate_succ, reverse_cons, ih, ← replicate_succ', replicate_succ]
theorem eq_replicate_of_mem {a : α} : ∀ {l : List α}, (∀ b, b ∈ l → b = a) → l = replicate l.length a
  | [], _ => rfl
  | b :: l, h => by
    rw [length_cons, replicate_succ, ← h b (.head _)]
    exact congrArg (b :: ·) (eq_replicate_of_mem fun c hc => (h c (.tail _ hc)).trans (h b (.head _)).symm)
theorem eq_replicate_iff {a : α} {n : Nat} {l : List α} : l = replicate n a ↔ length l = n ∧ ∀ b, b ∈ l → b = a :=
  ⟨fun h => ⟨by rw [h, length_replicate], fun b hb => by rw [h] at hb; exact eq_of_mem_replicate hb⟩, fun ⟨h₁, h₂⟩ => h₁ ▸ eq_replicate_of_mem h₂⟩
theorem replicate_inj {n m : Nat} {a b : α} : replicate n a = replicate m b ↔ n = m ∧ (n = 0 ∨ a = b) := by
  constructor
  · intro h
    have e := congrArg length h
    rw [length_replicate, length_replicate] at e
    refine ⟨e, ?_⟩
    cases n with
    | zero => exact .inl rfl
    | succ n =>
      subst e
      exact .inr (cons.inj h).1
  · rintro ⟨rfl, rfl | rfl⟩ <;> rfl
@[simp] theorem sum_replicate_nat {n a : Nat} : (replicate n a).sum = n * a := by
  induction n with
  | zero => simp
  | succ n ih => rw [replicate_succ, sum_cons, ih, Nat.add_one_mul, Nat.add_comm]
@[simp] theorem replicate_eq_nil_iff {n : Nat} (a : α) : replicate n a = [] ↔ n = 0 := by cases n <;> simp [replicate]
@[simp] theorem take_replicate {a : α} : ∀ {i n : Nat}, take i (replicate n a) = replicate (min i n) a
  | 0, _ => by simp
  | _ + 1, 0 => by simp
  | i + 1, n + 1 => by rw [replicate_succ, take_succ_cons, take_replicate, show min (i + 1) (n + 1) = min i n + 1 by omega, replicate_succ]
@[simp] theorem drop_replicate {a : α} : ∀ {i n : Nat}, drop i (replicate n a) = replicate (n - i) a
  | 0, _ => by simp
  | _ + 1, 0 => by simp
  | i + 1, n + 1 => by rw [replicate_succ, drop_succ_cons, drop_replicate, Nat.add_one_sub_add_one]
@[simp] theorem filter_replicate_of_pos {n : Nat} {p : α → Bool} {a : α} (h : p a) : (replicate n a).filter p = replicate n a :=
  filter_eq_self.2 fun _ hb => eq_of_mem_replicate hb ▸ h
@[simp] theorem filter_replicate_of_neg {n : Nat} {p : α → Bool} {a : α} (h : ¬p a) : (replicate n a).filter p = [] :=
  filter_eq_nil_iff.2 fun _ hb => eq_of_mem_replicate hb ▸ h

/-! ## Ranges -/

@[simp] theorem range'_zero {s step : Nat} : range' s 0 step = [] := rfl
theorem range'_succ {s n step : Nat} : range' s (n + 1) step = s :: range' (s + step) n step := rfl
@[simp] theorem range'_one {s step : Nat} : range' s 1 step = [s] := rfl
@[simp] theorem length_range' {s n step : Nat} : length (range' s n step) = n := by
  induction n generalizing s with
  | zero => rfl
  | succ n ih => rw [range'_succ, length_cons, ih]
theorem mem_range' {n s m step : Nat} : m ∈ range' s n step ↔ ∃ i, i < n ∧ m = s + step * i := by
  induction n generalizing s with
  | zero => simp
  | succ n ih =>
    rw [range'_succ, mem_cons, ih]
    constructor
    · rintro (rfl | ⟨i, h, rfl⟩)
      · exact ⟨0, by omega, rfl⟩
      · exact ⟨i + 1, by omega, by rw [Nat.mul_add_one]; omega⟩
    · rintro ⟨i, h, rfl⟩
      cases i with
      | zero => exact .inl rfl
      | succ i => exact .inr ⟨i, by omega, by rw [Nat.mul_add_one]; omega⟩
@[simp] theorem mem_range'_1 {m s n : Nat} : m ∈ range' s n ↔ s ≤ m ∧ m < s + n := by
  rw [mem_range']
  exact ⟨fun ⟨i, h, e⟩ => by omega, fun h => ⟨m - s, by omega, by omega⟩⟩
theorem range'_append {s m n step : Nat} : range' s m step ++ range' (s + step * m) n step = range' s (m + n) step := by
  induction m generalizing s with
  | zero => simp
  | succ m ih =>
    rw [range'_succ, cons_append, show m + 1 + n = (m + n) + 1 by omega, range'_succ, ← ih, Nat.mul_add_one, show s + (step * m + step) = s + step + step * m by omega]
theorem range'_concat {s n step : Nat} : range' s (n + 1) step = range' s n step ++ [s + step * n] := by rw [← range'_append]; rfl
theorem range_loop_range' {s n : Nat} : range.loop s (range' s n) = range' 0 (n + s) := by
  induction s generalizing n with
  | zero => rfl
  | succ s ih =>
    rw [range.loop, ← range'_succ (s := s), ih]
    exact congrArg (range' 0) (by omega)
theorem range_eq_range' {n : Nat} : range n = range' 0 n := by
  have := range_loop_range' (s := n) (n := 0)
  rwa [Nat.zero_add] at this
@[simp] theorem range_zero : range 0 = [] := rfl
@[simp] theorem range_one : range 1 = [0] := rfl
theorem range_succ {n : Nat} : range (n + 1) = range n ++ [n] := by rw [range_eq_range', range_eq_range', range'_concat, Nat.zero_add, Nat.one_mul]
@[simp] theorem length_range {n : Nat} : (range n).length = n := by rw [range_eq_range', length_range']
@[simp] theorem mem_range {m n : Nat} : m ∈ range n ↔ m < n := by rw [range_eq_range', mem_range'_1]; omega
theorem self_mem_range_succ {n : Nat} : n ∈ range (n + 1) := by simp
theorem not_mem_range_self {n : Nat} : ¬n ∈ range n := by simp
theorem map_add_range' {a s n step : Nat} : map (a + ·) (range' s n step) = range' (a + s) n step := by
  induction n generalizing s with
  | zero => rfl
  | succ n ih => rw [range'_succ, map_cons, ih, range'_succ, Nat.add_assoc]
theorem range_succ_eq_map {n : Nat} : range (n + 1) = 0 :: map Nat.succ (range n) := by
  rw [range_eq_range', range_eq_range', range'_succ]
  have : map Nat.succ (range' 0 n) = map (1 + ·) (range' 0 n) := map_congr_left fun a _ => by rw [Nat.succ_eq_add_one, Nat.add_comm]
  rw [this, map_add_range']
@[simp] theorem range_eq_nil {n : Nat} : range n = [] ↔ n = 0 := by rw [← length_eq_zero_iff, length_range]
theorem range_ne_nil {n : Nat} : range n ≠ [] ↔ n ≠ 0 := not_congr range_eq_nil
@[simp] theorem getElem?_range {i n : Nat} (h : i < n) : (range n)[i]? = some i := by
  induction n with
  | zero => cases h
  | succ n ih =>
    rw [range_succ, getElem?_append, length_range]
    by_cases g : i < n
    · rw [if_pos g, ih g]
    · rw [if_neg g, show i = n by omega, Nat.sub_self]
      rfl
theorem sum_range_id_mul_two (n : Nat) : (range n).sum * 2 = n * (n - 1) := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [range_succ, sum_append_nat, Nat.add_mul, ih, sum_cons, sum_nil, Nat.add_sub_cancel, Nat.add_one_mul, Nat.mul_sub, Nat.mul_one]
    have := Nat.le_mul_self n
    omega

/-! ## Zip -/

@[simp] theorem zipWith_nil_left {f : α → β → γ} {l : List β} : zipWith f [] l = [] := rfl
@[simp] theorem zipWith_nil_right {f : α → β → γ} {l : List α} : zipWith f l [] = [] := by cases l <;> rfl
@[simp] theorem zipWith_cons_cons {f : α → β → γ} {a : α} {as : List α} {b : β} {bs : List β} : zipWith f (a :: as) (b :: bs) = f a b :: zipWith f as bs := rfl
@[simp] theorem zip_nil_left {l : List β} : zip ([] : List α) l = [] := rfl
@[simp] theorem zip_nil_right {l : List α} : zip l ([] : List β) = [] := by cases l <;> rfl
@[simp] theorem zip_cons_cons {a : α} {as : List α} {b : β} {bs : List β} : zip (a :: as) (b :: bs) = (a, b) :: zip as bs := rfl
@[simp] theorem length_zipWith {f : α → β → γ} : ∀ {l₁ : List α} {l₂ : List β}, length (zipWith f l₁ l₂) = min (length l₁) (length l₂)
  | [], _ => by simp
  | _ :: _, [] => by simp
  | _ :: l₁, _ :: l₂ => by rw [zipWith_cons_cons, length_cons, length_zipWith, length_cons, length_cons]; omega
@[simp] theorem length_zip {l₁ : List α} {l₂ : List β} : length (zip l₁ l₂) = min (length l₁) (length l₂) := length_zipWith
theorem zip_map (f : α → γ) (g : β → δ) : ∀ {l₁ : List α} {l₂ : List β}, zip (l₁.map f) (l₂.map g) = (zip l₁ l₂).map fun p => (f p.1, g p.2)
  | [], _ => rfl
  | _ :: _, [] => rfl
  | a :: _, b :: _ => congrArg ((f a, g b) :: ·) (zip_map f g)
theorem of_mem_zip {a : α} {b : β} : ∀ {l₁ : List α} {l₂ : List β}, (a, b) ∈ zip l₁ l₂ → a ∈ l₁ ∧ b ∈ l₂
  | [], _, h => nomatch h
  | _ :: _, [], h => nomatch h
  | c :: l₁, d :: l₂, h => by
    rw [zip_cons_cons, mem_cons] at h
    cases h with
    | inl h =>
      cases h
      exact ⟨.head _, .head _⟩
    | inr h => exact ⟨.tail _ (of_mem_zip h).1, .tail _ (of_mem_zip h).2⟩
theorem map_fst_zip : ∀ {l₁ : List α} {l₂ : List β}, l₁.length ≤ l₂.length → map Prod.fst (zip l₁ l₂) = l₁
  | [], _, _ => rfl
  | _ :: _, [], h => by cases h
  | a :: _, _ :: _, h => congrArg (a :: ·) (map_fst_zip (Nat.le_of_succ_le_succ h))
theorem map_snd_zip : ∀ {l₁ : List α} {l₂ : List β}, l₂.length ≤ l₁.length → map Prod.snd (zip l₁ l₂) = l₂
  | _, [], _ => by simp
  | [], _ :: _, h => by cases h
  | _ :: _, b :: _, h => congrArg (b :: ·) (map_snd_zip (Nat.le_of_succ_le_succ h))
@[simp] theorem unzip_nil : unzip ([] : List (α × β)) = ([], []) := rfl
@[simp] theorem unzip_cons {h : α × β} {t : List (α × β)} : unzip (h :: t) = (h.1 :: (unzip t).1, h.2 :: (unzip t).2) := rfl
theorem unzip_eq_map : ∀ {l : List (α × β)}, unzip l = (l.map Prod.fst, l.map Prod.snd)
  | [] => rfl
  | _ :: l => by rw [unzip_cons, unzip_eq_map (l := l)]; rfl
theorem zip_unzip : ∀ (l : List (α × β)), zip (unzip l).1 (unzip l).2 = l
  | [] => rfl
  | (a, b) :: l => congrArg ((a, b) :: ·) (zip_unzip l)
theorem zipWith_map {μ : Type} {f : γ → δ → μ} {g : α → γ} {h : β → δ} {l₁ : List α} {l₂ : List β} : zipWith f (l₁.map g) (l₂.map h) = zipWith (fun a b => f (g a) (h b)) l₁ l₂ := by
  induction l₁ generalizing l₂ with
  | nil => rfl
  | cons a l₁ ih => cases l₂ with
    | nil => rfl
    | cons b l₂ => rw [map_cons, map_cons, zipWith_cons_cons, ih]; rfl
theorem zipWith_comm {f : α → β → γ} : ∀ {as : List α} {bs : List β}, zipWith f as bs = zipWith (fun b a => f a b) bs as
  | [], _ => by simp
  | _ :: _, [] => by simp
  | a :: as, b :: bs => congrArg (f a b :: ·) (zipWith_comm (as := as) (bs := bs))
theorem zipWith_eq_map_zip {f : α → β → γ} : ∀ {l₁ : List α} {l₂ : List β}, zipWith f l₁ l₂ = (zip l₁ l₂).map fun p => f p.1 p.2
  | [], _ => rfl
  | _ :: _, [] => rfl
  | a :: _, b :: _ => congrArg (f a b :: ·) zipWith_eq_map_zip
@[simp] theorem zipIdx_nil {i : Nat} : ([] : List α).zipIdx i = [] := rfl
@[simp] theorem zipIdx_cons {a : α} {as : List α} {i : Nat} : (a :: as).zipIdx i = (a, i) :: as.zipIdx (i + 1) := rfl
@[simp] theorem length_zipIdx : ∀ {l : List α} {i : Nat}, (l.zipIdx i).length = l.length
  | [], _ => rfl
  | _ :: _, _ => congrArg (· + 1) length_zipIdx

/-! ## Extrema of lists of numbers -/

@[simp] theorem max?_nil [Max α] : ([] : List α).max? = none := rfl
theorem max?_cons' [Max α] {a : α} {xs : List α} : (a :: xs).max? = some (foldl max a xs) := rfl
@[simp] theorem min?_nil [Min α] : ([] : List α).min? = none := rfl
theorem min?_cons' [Min α] {a : α} {xs : List α} : (a :: xs).min? = some (foldl min a xs) := rfl
@[simp] theorem max?_eq_none_iff {xs : List α} [Max α] : xs.max? = none ↔ xs = [] := by cases xs <;> simp [max?]
@[simp] theorem min?_eq_none_iff {xs : List α} [Min α] : xs.min? = none ↔ xs = [] := by cases xs <;> simp [min?]
theorem le_foldl_max_nat {l : List Nat} {a : Nat} : a ≤ foldl max a l ∧ ∀ x, x ∈ l → x ≤ foldl max a l := by
  induction l generalizing a with
  | nil => simp
  | cons b l ih =>
    have := ih (a := max a b)
    rw [foldl_cons]
    refine ⟨by omega, fun x hx => ?_⟩
    cases mem_cons.1 hx with
    | inl e => subst e; omega
    | inr hx => exact this.2 x hx
theorem foldl_min_le_nat {l : List Nat} {a : Nat} : foldl min a l ≤ a ∧ ∀ x, x ∈ l → foldl min a l ≤ x := by
  induction l generalizing a with
  | nil => simp
  | cons b l ih =>
    have := ih (a := min a b)
    rw [foldl_cons]
    refine ⟨by omega, fun x hx => ?_⟩
    cases mem_cons.1 hx with
    | inl e => subst e; omega
    | inr hx => exact this.2 x hx

end List
