/- Written by reaprover.lean.binding: compiled unexpanders, bound by name. Do not edit: run `python -m reaprover.lean.binding`. -/
prelude
import Init.List.Basic
import Init.Logic.Classes
set_option linter.all false
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_EmptyCollection_emptyCollection_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander EmptyCollection.emptyCollection] def Lean.bound.collection1 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_EmptyCollection_emptyCollection_1 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_EmptyCollection_emptyCollection_2 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander EmptyCollection.emptyCollection] def Lean.bound.collection2 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_EmptyCollection_emptyCollection_2 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_HasEquiv_Equiv_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander HasEquiv.Equiv] def Lean.bound.collection3 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_HasEquiv_Equiv_1 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_HasSSubset_SSubset_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander HasSSubset.SSubset] def Lean.bound.collection4 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_HasSSubset_SSubset_1 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_HasSubset_Subset_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander HasSubset.Subset] def Lean.bound.collection5 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_HasSubset_Subset_1 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_Inter_inter_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander Inter.inter] def Lean.bound.collection6 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_Inter_inter_1 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_PSum_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander PSum] def Lean.bound.collection7 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_PSum_1 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_SDiff_sdiff_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander SDiff.sdiff] def Lean.bound.collection8 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_SDiff_sdiff_1 s r st
@[extern "compiled"] opaque _root_._aux_Init_Core___unexpand_Union_union_1 (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander Union.union] def Lean.bound.collection9 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_._aux_Init_Core___unexpand_Union_union_1 s r st
@[extern "compiled"] opaque _root_.unexpandGetElem (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander GetElem.getElem] def Lean.bound.collection10 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_.unexpandGetElem s r st
@[extern "compiled"] opaque _root_.unexpandGetElem! (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander GetElem?.getElem!] def Lean.bound.collection11 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_.unexpandGetElem! s r st
@[extern "compiled"] opaque _root_.unexpandGetElem? (s r : Lean.Syntax) (st : Unit) : EStateM.Result Unit Unit Lean.Syntax
@[app_unexpander GetElem?.getElem?] def Lean.bound.collection12 : Lean.PrettyPrinter.Unexpander := fun s r st => _root_.unexpandGetElem? s r st
