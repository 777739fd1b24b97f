prelude
import Init.List.Append
/-!
# Lists: map, filter, fold, flatten
-/
universe u v w x

namespace List
variable {α : Type u} {β : Type v} {γ : Type w} {δ : Type x}

/-! ## Map -/

theorem map_singleton {f : α → β} {a : α} : map f [a] = [f a] := rfl
@[simp] theorem map_id_fun' : map (fun (a : α) => a) = id := by
  funext l
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, ih]; rfl
@[simp] theorem map_id_fun : map (id : α → α) = id := map_id_fun'
theorem map_id (l : List α) : map (id : α → α) l = l := by simp
theorem map_id' (l : List α) : map (fun (a : α) => a) l = l := by simp
@[simp] theorem map_map {g : β → γ} {f : α → β} {l : List α} : map g (map f l) = map (g ∘ f) l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, map_cons, map_cons, ih]; rfl
@[simp] theorem mem_map {f : α → β} {b : β} : ∀ {l : List α}, b ∈ l.map f ↔ ∃ a, a ∈ l ∧ f a = b
  | [] => by simp
  | a :: l => by
    rw [map_cons, mem_cons, mem_map]
    constructor
    · rintro (rfl | ⟨x, h, e⟩)
      · exact ⟨a, .head _, rfl⟩
      · exact ⟨x, .tail _ h, e⟩
    · rintro ⟨x, h, e⟩
      cases mem_cons.1 h with
      | inl g => subst g; exact .inl e.symm
      | inr g => exact .inr ⟨x, g, e⟩
theorem exists_of_mem_map {f : α → β} {l : List α} {b : β} (h : b ∈ map f l) : ∃ a, a ∈ l ∧ f a = b := mem_map.1 h
theorem mem_map_of_mem {f : α → β} {l : List α} {a : α} (h : a ∈ l) : f a ∈ map f l := mem_map.2 ⟨_, h, rfl⟩
theorem forall_mem_map {f : α → β} {l : List α} {P : β → Prop} : (∀ i, i ∈ l.map f → P i) ↔ ∀ j, j ∈ l → P (f j) := by simp
@[simp] theorem map_eq_nil_iff {f : α → β} {l : List α} : map f l = [] ↔ l = [] := by cases l <;> simp
theorem eq_nil_of_map_eq_nil {f : α → β} {l : List α} (h : map f l = []) : l = [] := map_eq_nil_iff.1 h
theorem map_eq_cons_iff {f : α → β} {l : List α} {b : β} {l₂ : List β} : map f l = b :: l₂ ↔ ∃ a l₁, l = a :: l₁ ∧ f a = b ∧ map f l₁ = l₂ := by
  cases l with
  | nil => simp
  | cons a l =>
    simp only [map_cons, cons.injEq]
    exact ⟨fun ⟨h₁, h₂⟩ => ⟨a, l, ⟨rfl, rfl⟩, h₁, h₂⟩, fun ⟨_, _, ⟨e₁, e₂⟩, h₁, h₂⟩ => by subst e₁ e₂; exact ⟨h₁, h₂⟩⟩
theorem map_congr_left {f g : α → β} {l : List α} (h : ∀ a, a ∈ l → f a = g a) : map f l = map g l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, map_cons, h a (.head _), ih fun x hx => h x (.tail _ hx)]
theorem map_inj_left {f g : α → β} {l : List α} : map f l = map g l ↔ ∀ a, a ∈ l → f a = g a := by
  induction l with
  | nil => simp
  | cons a l ih => rw [map_cons, map_cons, cons.injEq, ih, forall_mem_cons]
theorem map_inj_right {f : α → β} {l l' : List α} (w : ∀ x y, f x = f y → x = y) : map f l = map f l' ↔ l = l' := by
  induction l generalizing l' with
  | nil => cases l' <;> simp
  | cons a l ih =>
    cases l' with
    | nil => simp
    | cons b l' =>
      rw [map_cons, map_cons, cons.injEq, cons.injEq, ih]
      exact ⟨fun h => ⟨w _ _ h.1, h.2⟩, fun h => ⟨h.1 ▸ rfl, h.2⟩⟩
theorem map_eq_append_iff {l : List α} {L₁ L₂ : List β} {f : α → β} : map f l = L₁ ++ L₂ ↔ ∃ l₁ l₂, l = l₁ ++ l₂ ∧ map f l₁ = L₁ ∧ map f l₂ = L₂ := by
  constructor
  · intro h
    induction L₁ generalizing l with
    | nil => exact ⟨[], l, rfl, rfl, h⟩
    | cons b L₁ ih =>
      obtain ⟨a, l', rfl, e, h⟩ := map_eq_cons_iff.1 h
      obtain ⟨l₁, l₂, rfl, h₁, h₂⟩ := ih h
      exact ⟨a :: l₁, l₂, rfl, by rw [map_cons, e, h₁], h₂⟩
  · rintro ⟨l₁, l₂, rfl, rfl, rfl⟩
    exact map_append f l₁ l₂
@[simp] theorem map_reverse {f : α → β} {l : List α} : l.reverse.map f = (l.map f).reverse := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem isEmpty_map {l : List α} {f : α → β} : (l.map f).isEmpty = l.isEmpty := by cases l <;> rfl
@[simp] theorem map_const' (l : List α) (b : β) : map (fun _ => b) l = replicate l.length b := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [map_cons, ih]; rfl

/-! ## Filter -/

section
variable {p q : α → Bool}
@[simp] theorem filter_nil {p : α → Bool} : filter p [] = [] := rfl
@[simp] theorem filter_cons_of_pos {p : α → Bool} {a : α} {l : List α} (pa : p a) : filter p (a :: l) = a :: filter p l := by rw [filter, pa]
@[simp] theorem filter_cons_of_neg {p : α → Bool} {a : α} {l : List α} (pa : ¬p a) : filter p (a :: l) = filter p l := by rw [filter, Bool.eq_false_of_ne_true pa]
theorem filter_cons {x : α} {xs : List α} {p : α → Bool} : (x :: xs).filter p = if p x then x :: (xs.filter p) else xs.filter p := by
  by_cases h : p x <;> simp [h]
@[simp] theorem mem_filter {p : α → Bool} {as : List α} {x : α} : x ∈ filter p as ↔ x ∈ as ∧ p x := by
  induction as with
  | nil => simp
  | cons a as ih =>
    by_cases h : p a
    · rw [filter_cons_of_pos h, mem_cons, mem_cons, ih]
      exact ⟨fun g => g.elim (fun e => ⟨.inl e, e ▸ h⟩) (fun g => ⟨.inr g.1, g.2⟩), fun ⟨g, hp⟩ => g.imp_right fun g => ⟨g, hp⟩⟩
    · rw [filter_cons_of_neg h, mem_cons, ih]
      exact ⟨fun g => ⟨.inr g.1, g.2⟩, fun ⟨g, hp⟩ => g.elim (fun e => absurd (e ▸ hp) h) (fun g => ⟨g, hp⟩)⟩
theorem mem_filter_of_mem {a : α} {l : List α} (h : a ∈ l) (hp : p a) : a ∈ filter p l := mem_filter.2 ⟨h, hp⟩
theorem mem_of_mem_filter {a : α} {l : List α} (h : a ∈ filter p l) : a ∈ l := (mem_filter.1 h).1
theorem of_mem_filter {a : α} {l : List α} (h : a ∈ filter p l) : p a := (mem_filter.1 h).2
@[simp] theorem filter_append {p : α → Bool} (l₁ l₂ : List α) : filter p (l₁ ++ l₂) = filter p l₁ ++ filter p l₂ := by
  induction l₁ with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
theorem length_filter_le (p : α → Bool) (l : List α) : (l.filter p).length ≤ l.length := by
  induction l with
  | nil => exact Nat.le_refl _
  | cons a l ih =>
    by_cases h : p a
    · rw [filter_cons_of_pos h]; exact Nat.succ_le_succ ih
    · rw [filter_cons_of_neg h]; exact Nat.le_succ_of_le ih
@[simp] theorem filter_eq_self {l : List α} : filter p l = l ↔ ∀ a, a ∈ l → p a := by
  constructor
  · intro h a ha
    rw [← h] at ha
    exact (mem_filter.1 ha).2
  · intro h
    induction l with
    | nil => rfl
    | cons a l ih => rw [filter_cons_of_pos (h a (.head _)), ih fun x hx => h x (.tail _ hx)]
@[simp] theorem filter_eq_nil_iff {l : List α} : filter p l = [] ↔ ∀ a, a ∈ l → ¬p a := by
  rw [eq_nil_iff_forall_not_mem]
  exact ⟨fun h a ha hp => h a (mem_filter.2 ⟨ha, hp⟩), fun h a m => h a (mem_filter.1 m).1 (mem_filter.1 m).2⟩
theorem forall_mem_filter {l : List α} {p : α → Bool} {P : α → Prop} : (∀ i, i ∈ l.filter p → P i) ↔ ∀ j, j ∈ l → p j → P j := by
  simp only [mem_filter, and_imp]
theorem filter_congr {l : List α} (h : ∀ x, x ∈ l → p x = q x) : filter p l = filter q l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [filter_cons, filter_cons, h a (.head _), ih fun x hx => h x (.tail _ hx)]
@[simp] theorem filter_filter {p q : α → Bool} {l : List α} : filter p (filter q l) = filter (fun a => p a && q a) l := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : q a <;> by_cases g : p a <;> simp [h, g, ih]
@[simp] theorem filter_true {l : List α} : filter (fun _ => true) l = l := filter_eq_self.2 fun _ _ => rfl
@[simp] theorem filter_false {l : List α} : filter (fun _ => false) l = [] := filter_eq_nil_iff.2 fun _ _ h => Bool.false_ne_true h
theorem filter_map {f : β → α} {p : α → Bool} {l : List β} : filter p (map f l) = map f (filter (p ∘ f) l) := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p (f a) <;> simp [h, ih]
theorem length_filter_lt_length_iff_exists {l : List α} : length (filter p l) < length l ↔ ∃ x, x ∈ l ∧ ¬p x := by
  induction l with
  | nil => simp
  | cons a l ih =>
    by_cases h : p a
    · rw [filter_cons_of_pos h, length_cons, length_cons, Nat.add_lt_add_iff_right, ih]
      exact ⟨fun ⟨x, hx, hp⟩ => ⟨x, .tail _ hx, hp⟩, fun ⟨x, hx, hp⟩ => (mem_cons.1 hx).elim (fun e => absurd (e ▸ h) hp) (fun hx => ⟨x, hx, hp⟩)⟩
    · rw [filter_cons_of_neg h]
      exact ⟨fun _ => ⟨a, .head _, h⟩, fun _ => Nat.lt_succ_of_le (length_filter_le p l)⟩
theorem reverse_filter {p : α → Bool} {l : List α} : (l.filter p).reverse = (l.reverse.filter p) := by
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]
end

/-! ## Filter and map at once -/

@[simp] theorem filterMap_nil {f : α → Option β} : filterMap f [] = [] := rfl
theorem filterMap_cons_none {f : α → Option β} {a : α} {l : List α} (h : f a = none) : filterMap f (a :: l) = filterMap f l := by rw [filterMap, h]
theorem filterMap_cons_some {f : α → Option β} {a : α} {l : List α} {b : β} (h : f a = some b) : filterMap f (a :: l) = b :: filterMap f l := by rw [filterMap, h]
@[simp] theorem filterMap_cons {f : α → Option β} {a : α} {l : List α} : filterMap f (a :: l) = match f a with | none => filterMap f l | some b => b :: filterMap f l := rfl
@[simp] theorem filterMap_some {l : List α} : filterMap some l = l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [filterMap_cons_some rfl, ih]
@[simp] theorem filterMap_append {l l' : List α} {f : α → Option β} : filterMap f (l ++ l') = filterMap f l ++ filterMap f l' := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    cases h : f a with
    | none => rw [cons_append, filterMap_cons_none h, filterMap_cons_none h, ih]
    | some b => rw [cons_append, filterMap_cons_some h, filterMap_cons_some h, ih, cons_append]
@[simp] theorem mem_filterMap {f : α → Option β} {l : List α} {b : β} : b ∈ filterMap f l ↔ ∃ a, a ∈ l ∧ f a = some b := by
  induction l with
  | nil => simp
  | cons a l ih =>
    cases h : f a with
    | none =>
      rw [filterMap_cons_none h, ih]
      exact ⟨fun ⟨x, hx, e⟩ => ⟨x, .tail _ hx, e⟩, fun ⟨x, hx, e⟩ => (mem_cons.1 hx).elim (fun g => by rw [g, h] at e; cases e) (fun hx => ⟨x, hx, e⟩)⟩
    | some c =>
      rw [filterMap_cons_some h, mem_cons, ih]
      constructor
      · rintro (rfl | ⟨x, hx, e⟩)
        · exact ⟨a, .head _, h⟩
        · exact ⟨x, .tail _ hx, e⟩
      · rintro ⟨x, hx, e⟩
        cases mem_cons.1 hx with
        | inl g =>
          rw [g, h] at e
          exact .inl (Option.some.inj e).symm
        | inr hx => exact .inr ⟨x, hx, e⟩
theorem filterMap_eq_map {f : α → β} : filterMap (some ∘ f) = map f := by
  funext l
  induction l with
  | nil => rfl
  | cons a l ih => rw [filterMap_cons_some (f := some ∘ f) (b := f a) rfl, ih]; rfl
theorem filterMap_eq_filter {p : α → Bool} : filterMap (fun a => if p a then some a else none) = filter p := by
  funext l
  induction l with
  | nil => rfl
  | cons a l ih => by_cases h : p a <;> simp [h, ih]

/-! ## Folds -/

@[simp] theorem foldl_nil {f : β → α → β} {b : β} : foldl f b [] = b := rfl
@[simp] theorem foldl_cons {f : β → α → β} {a : α} {l : List α} {b : β} : foldl f b (a :: l) = foldl f (f b a) l := rfl
@[simp] theorem foldr_nil {f : α → β → β} {b : β} : foldr f b [] = b := rfl
@[simp] theorem foldr_cons {f : α → β → β} {a : α} {l : List α} {b : β} : foldr f b (a :: l) = f a (foldr f b l) := rfl
@[simp] theorem foldl_append {f : β → α → β} {b : β} {l l' : List α} : foldl f b (l ++ l') = foldl f (foldl f b l) l' := by
  induction l generalizing b with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem foldr_append {f : α → β → β} {b : β} {l l' : List α} : foldr f b (l ++ l') = foldr f (foldr f b l') l := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldl_map {f : β₁ → β₂} {g : α → β₂ → α} {l : List β₁} {init : α} : (l.map f).foldl g init = l.foldl (fun x y => g x (f y)) init := by
  induction l generalizing init with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldr_map {f : α₁ → α₂} {g : α₂ → β → β} {l : List α₁} {init : β} : (l.map f).foldr g init = l.foldr (fun x y => g (f x) y) init := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem foldl_reverse {l : List α} {f : β → α → β} {b : β} : l.reverse.foldl f b = l.foldr (fun x y => f y x) b := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
@[simp] theorem foldr_reverse {l : List α} {f : α → β → β} {b : β} : l.reverse.foldr f b = l.foldl (fun x y => f y x) b := by
  induction l generalizing b with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldl_eq_foldr_reverse {l : List α} {f : β → α → β} {b : β} : l.foldl f b = l.reverse.foldr (fun x y => f y x) b := by simp
theorem foldr_eq_foldl_reverse {l : List α} {f : α → β → β} {b : β} : l.foldr f b = l.reverse.foldl (fun x y => f y x) b := by simp
@[simp] theorem foldr_cons_eq_append' {l l' : List α} : l.foldr cons l' = l ++ l' := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldr_cons_nil (l : List α) : l.foldr cons [] = l := by simp
theorem foldl_flip_cons_eq_append {l l' : List α} : l.foldl (fun xs y => y :: xs) l' = l.reverse ++ l' := by
  induction l generalizing l' with
  | nil => rfl
  | cons a l ih => simp [ih]
theorem foldl_hom (f : α₁ → α₂) {g₁ : α₁ → β → α₁} {g₂ : α₂ → β → α₂} {l : List β} {init : α₁} (H : ∀ x y, g₂ (f x) y = f (g₁ x y)) :
    l.foldl g₂ (f init) = f (l.foldl g₁ init) := by
  induction l generalizing init with
  | nil => rfl
  | cons a l ih => rw [foldl_cons, foldl_cons, H, ih]
theorem foldr_hom (f : β₁ → β₂) {g₁ : α → β₁ → β₁} {g₂ : α → β₂ → β₂} {l : List α} {init : β₁} (H : ∀ x y, g₂ x (f y) = f (g₁ x y)) :
    l.foldr g₂ (f init) = f (l.foldr g₁ init) := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [foldr_cons, foldr_cons, ih, H]
theorem foldl_assoc {op : α → α → α} [ha : Std.Associative op] : ∀ {l : List α} {a₁ a₂ : α}, l.foldl op (op a₁ a₂) = op a₁ (l.foldl op a₂)
  | [], _, _ => rfl
  | a :: l, a₁, a₂ => by rw [foldl_cons, foldl_cons, ha.assoc, foldl_assoc]
theorem foldr_assoc {op : α → α → α} [ha : Std.Associative op] : ∀ {l : List α} {a₁ a₂ : α}, l.foldr op (op a₁ a₂) = op (l.foldr op a₁) a₂
  | [], _, _ => rfl
  | a :: l, a₁, a₂ => by rw [foldr_cons, foldr_cons, foldr_assoc, ha.assoc]
theorem foldl_congr_mem {f g : β → α → β} {l : List α} {b : β} (h : ∀ b a, a ∈ l → f b a = g b a) : foldl f b l = foldl g b l := by
  induction l generalizing b with
  | nil => rfl
  | cons a l ih => rw [foldl_cons, foldl_cons, h b a (.head _), ih fun b x hx => h b x (.tail _ hx)]
theorem foldl_add_const {l : List α} {a b : Nat} : l.foldl (fun x _ => x + a) b = b + a * l.length := by
  induction l generalizing b with
  | nil => rfl
  | cons x l ih => rw [foldl_cons, ih, length_cons, Nat.mul_add_one]; omega

/-! ## Sums -/

section
@[simp] theorem sum_nil [Add α] [Zero α] : ([] : List α).sum = 0 := rfl
@[simp] theorem sum_cons [Add α] [Zero α] {a : α} {l : List α} : (a :: l).sum = a + l.sum := rfl
@[simp] theorem sum_append_nat {l₁ l₂ : List Nat} : (l₁ ++ l₂).sum = l₁.sum + l₂.sum := by
  induction l₁ with
  | nil => simp
  | cons a l ih => simp [ih, Nat.add_assoc]
@[simp] theorem sum_reverse_nat (xs : List Nat) : xs.reverse.sum = xs.sum := by
  induction xs with
  | nil => rfl
  | cons a l ih => simp [ih, Nat.add_comm]
theorem sum_singleton_nat {n : Nat} : [n].sum = n := rfl
theorem le_sum_of_mem_nat {l : List Nat} {n : Nat} (h : n ∈ l) : n ≤ l.sum := by
  induction h with
  | head as => exact Nat.le_add_right _ _
  | tail b _ ih => exact Nat.le_trans ih (Nat.le_add_left _ _)
theorem sum_map_add_nat {f g : α → Nat} {l : List α} : (l.map fun x => f x + g x).sum = (l.map f).sum + (l.map g).sum := by
  induction l with
  | nil => rfl
  | cons a l ih => simp only [map_cons, sum_cons, ih]; omega
theorem sum_map_mul_left_nat {f : α → Nat} {c : Nat} {l : List α} : (l.map fun x => c * f x).sum = c * (l.map f).sum := by
  induction l with
  | nil => rfl
  | cons a l ih => simp only [map_cons, sum_cons, ih, Nat.mul_add]
theorem sum_eq_foldr [Add α] [Zero α] {l : List α} : l.sum = l.foldr (· + ·) 0 := rfl
@[simp] theorem prod_nil [Mul α] [One α] : ([] : List α).prod = 1 := rfl
@[simp] theorem prod_cons [Mul α] [One α] {a : α} {l : List α} : (a :: l).prod = a * l.prod := rfl
end

/-! ## Flatten -/

@[simp] theorem flatten_nil : ([] : List (List α)).flatten = [] := rfl
@[simp] theorem flatten_cons {l : List α} {L : List (List α)} : (l :: L).flatten = l ++ L.flatten := rfl
@[simp] theorem flatten_append {L₁ L₂ : List (List α)} : flatten (L₁ ++ L₂) = flatten L₁ ++ flatten L₂ := by
  induction L₁ with
  | nil => rfl
  | cons l L ih => simp [ih]
theorem flatten_singleton {l : List α} : [l].flatten = l := append_nil l
@[simp] theorem mem_flatten {a : α} {L : List (List α)} : a ∈ L.flatten ↔ ∃ l, l ∈ L ∧ a ∈ l := by
  induction L with
  | nil => simp
  | cons l L ih =>
    rw [flatten_cons, mem_append, ih]
    constructor
    · rintro (h | ⟨l', h, m⟩)
      · exact ⟨l, .head _, h⟩
      · exact ⟨l', .tail _ h, m⟩
    · rintro ⟨l', h, m⟩
      cases mem_cons.1 h with
      | inl e => exact .inl (e ▸ m)
      | inr h => exact .inr ⟨l', h, m⟩
theorem length_flatten {L : List (List α)} : L.flatten.length = (L.map length).sum := by
  induction L with
  | nil => rfl
  | cons l L ih => simp [ih]
theorem map_flatten {f : α → β} {L : List (List α)} : (flatten L).map f = (map (map f) L).flatten := by
  induction L with
  | nil => rfl
  | cons l L ih => simp [ih]
theorem filter_flatten {p : α → Bool} {L : List (List α)} : filter p (flatten L) = flatten (map (filter p) L) := by
  induction L with
  | nil => rfl
  | cons l L ih => simp [ih]
theorem flatMap_def {l : List α} {f : α → List β} : l.flatMap f = flatten (map f l) := rfl
@[simp] theorem flatMap_nil {f : α → List β} : [].flatMap f = [] := rfl
@[simp] theorem flatMap_cons {x : α} {xs : List α} {f : α → List β} : List.flatMap f (x :: xs) = f x ++ List.flatMap f xs := rfl
@[simp] theorem flatMap_append {xs ys : List α} {f : α → List β} : (xs ++ ys).flatMap f = xs.flatMap f ++ ys.flatMap f := by simp [flatMap_def]
@[simp] theorem mem_flatMap {f : α → List β} {b : β} {l : List α} : b ∈ l.flatMap f ↔ ∃ a, a ∈ l ∧ b ∈ f a := by
  rw [flatMap_def, mem_flatten]
  exact ⟨fun ⟨_, h, m⟩ => let ⟨a, ha, e⟩ := mem_map.1 h; ⟨a, ha, e ▸ m⟩, fun ⟨a, ha, m⟩ => ⟨f a, mem_map_of_mem ha, m⟩⟩
theorem map_flatMap {f : β → γ} {g : α → List β} : ∀ {l : List α}, (l.flatMap g).map f = l.flatMap fun a => (g a).map f
  | [] => rfl
  | a :: l => by simp [map_flatMap]
theorem flatMap_singleton' (l : List α) : (l.flatMap fun x => [x]) = l := by
  induction l with
  | nil => rfl
  | cons a l ih => rw [flatMap_cons, ih]; rfl
theorem flatMap_assoc {l : List α} {f : α → List β} {g : β → List γ} : (l.flatMap f).flatMap g = l.flatMap fun x => (f x).flatMap g := by
  induction l with
  | nil => rfl
  | cons a l ih => simp [ih]

end List
