prelude
import Init.Logic.Bool
/-!
# Functions: composition, injectivity, surjectivity, inverses
-/
universe u v w x

namespace Function
variable {α : Sort u} {β : Sort v} {γ : Sort w} {δ : Sort x}

/-! ## Composition -/

@[simp] theorem comp_apply {f : β → δ} {g : α → β} {x : α} : (f ∘ g) x = f (g x) := rfl
theorem comp_def {f : β → δ} {g : α → β} : f ∘ g = fun x => f (g x) := rfl
theorem comp_assoc (f : γ → δ) (g : β → γ) (h : α → β) : (f ∘ g) ∘ h = f ∘ (g ∘ h) := rfl
@[simp] theorem id_comp (f : α → β) : id ∘ f = f := rfl
@[simp] theorem comp_id (f : α → β) : f ∘ id = f := rfl
@[simp] theorem const_apply {y : β} {x : α} : const α y x = y := rfl
theorem const_def {y : β} : (fun _ : α => y) = const α y := rfl
@[simp] theorem const_comp {f : α → β} {c : γ} : const β c ∘ f = const α c := rfl
@[simp] theorem comp_const {f : β → γ} {b : β} : f ∘ const α b = const α (f b) := rfl
/-- A function of pairs from one of two arguments. -/
@[inline] def uncurry {α : Type u} {β : Type v} {φ : Sort w} (f : α → β → φ) : α × β → φ := fun a => f a.1 a.2
/-- A function of two arguments from one of pairs. -/
@[inline] def curry {α : Type u} {β : Type v} {φ : Sort w} : (α × β → φ) → α → β → φ := fun f a b => f (a, b)
@[simp] theorem curry_uncurry {α : Type u} {β : Type v} {φ : Sort w} (f : α → β → φ) : curry (uncurry f) = f := rfl
@[simp] theorem uncurry_curry {α : Type u} {β : Type v} {φ : Sort w} (f : α × β → φ) : uncurry (curry f) = f := rfl
@[simp] theorem uncurry_apply_pair {α : Type u} {β : Type v} {φ : Sort w} (f : α → β → φ) (x : α) (y : β) : uncurry f (x, y) = f x y := rfl
@[simp] theorem curry_apply {α : Type u} {β : Type v} {φ : Sort w} (f : α × β → φ) (x : α) (y : β) : curry f x y = f (x, y) := rfl

/-! ## Injective and surjective functions -/

/-- Different arguments have different values. -/
def Injective (f : α → β) : Prop := ∀ ⦃a₁ a₂⦄, f a₁ = f a₂ → a₁ = a₂
/-- Every element is a value. -/
def Surjective (f : α → β) : Prop := ∀ b, ∃ a, f a = b
theorem Injective.eq_iff {f : α → β} (I : Injective f) {a b : α} : f a = f b ↔ a = b := ⟨@I _ _, fun h => h ▸ rfl⟩
theorem Injective.ne {f : α → β} (I : Injective f) {a₁ a₂ : α} (h : a₁ ≠ a₂) : f a₁ ≠ f a₂ := fun e => h (I e)
theorem Injective.ne_iff {f : α → β} (I : Injective f) {x y : α} : f x ≠ f y ↔ x ≠ y := not_congr I.eq_iff
theorem Injective.comp {f : α → β} {g : β → γ} (hg : Injective g) (hf : Injective f) : Injective (g ∘ f) := fun _ _ h => hf (hg h)
theorem Injective.of_comp {f : α → β} {g : β → γ} (h : Injective (g ∘ f)) : Injective f := fun _ _ e => h (congrArg g e)
theorem injective_id : Injective (@id α) := fun _ _ h => h
theorem Surjective.comp {f : α → β} {g : β → γ} (hg : Surjective g) (hf : Surjective f) : Surjective (g ∘ f) := fun c =>
  let ⟨b, hb⟩ := hg c
  let ⟨a, ha⟩ := hf b
  ⟨a, by rw [comp_apply, ha, hb]⟩
theorem Surjective.of_comp {f : α → β} {g : β → γ} (h : Surjective (g ∘ f)) : Surjective g := fun c => let ⟨a, ha⟩ := h c; ⟨f a, ha⟩
theorem surjective_id : Surjective (@id α) := fun a => ⟨a, rfl⟩
theorem Surjective.forall {f : α → β} (hf : Surjective f) {p : β → Prop} : (∀ y, p y) ↔ ∀ x, p (f x) :=
  ⟨fun h x => h (f x), fun h y => let ⟨x, e⟩ := hf y; e ▸ h x⟩
theorem Surjective.exists {f : α → β} (hf : Surjective f) {p : β → Prop} : (∃ y, p y) ↔ ∃ x, p (f x) :=
  ⟨fun ⟨y, h⟩ => let ⟨x, e⟩ := hf y; ⟨x, e.symm ▸ h⟩, fun ⟨x, h⟩ => ⟨f x, h⟩⟩

/-! ## Inverses -/

/-- `g` undoes `f`. -/
def LeftInverse (g : β → α) (f : α → β) : Prop := ∀ x, g (f x) = x
/-- `f` undoes `g`. -/
def RightInverse (g : β → α) (f : α → β) : Prop := LeftInverse f g
/-- Some function undoes `f`. -/
def HasLeftInverse (f : α → β) : Prop := ∃ finv : β → α, LeftInverse finv f
/-- `f` undoes some function. -/
def HasRightInverse (f : α → β) : Prop := ∃ finv : β → α, RightInverse finv f
theorem LeftInverse.injective {g : β → α} {f : α → β} (h : LeftInverse g f) : Injective f := fun a b e => by rw [← h a, ← h b, e]
theorem LeftInverse.surjective {g : β → α} {f : α → β} (h : LeftInverse g f) : Surjective g := fun a => ⟨f a, h a⟩
theorem RightInverse.surjective {g : β → α} {f : α → β} (h : RightInverse g f) : Surjective f := fun b => ⟨g b, h b⟩
theorem RightInverse.injective {g : β → α} {f : α → β} (h : RightInverse g f) : Injective g := LeftInverse.injective h
theorem LeftInverse.id {g : β → α} {f : α → β} (h : LeftInverse g f) : g ∘ f = _root_.id := funext h
theorem LeftInverse.comp {f : α → β} {g : β → α} {h : β → γ} {i : γ → β} (hf : LeftInverse f g) (hh : LeftInverse h i) : LeftInverse (h ∘ f) (g ∘ i) :=
  fun a => by rw [comp_apply, comp_apply, hf, hh]
theorem HasLeftInverse.injective {f : α → β} : HasLeftInverse f → Injective f := fun ⟨_, h⟩ => h.injective
theorem HasRightInverse.surjective {f : α → β} : HasRightInverse f → Surjective f := fun ⟨_, h⟩ => h.surjective
theorem Surjective.hasRightInverse {f : α → β} (hf : Surjective f) : HasRightInverse f := ⟨fun b => Classical.choose (hf b), fun b => Classical.choose_spec (hf b)⟩
theorem cantor_surjective {α : Type u} (f : α → α → Prop) : ¬Surjective f := fun h =>
  let ⟨a, e⟩ := h fun x => ¬f x x
  have key : f a a ↔ ¬f a a := .of_eq (congrFun e a)
  iff_not_self key

end Function
