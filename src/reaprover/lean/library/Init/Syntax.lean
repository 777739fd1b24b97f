/- Written by reaprover.lean.binding: compiled parsers and macros, bound by name. Do not edit: run `python -m reaprover.lean.binding`. -/
prelude
import Init.Syn
set_option linter.all false
declare_syntax_cat binderPred
declare_syntax_cat rcasesPat
declare_syntax_cat rintroPat
declare_syntax_cat rawStx
declare_syntax_cat conv (behavior := both)
@[extern "compiled"] opaque _root_.Lean.Parser.Attr.extFlat : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Attr.extIff : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Attr.normCastLabel : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.argArg : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convSeq : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convSeq1Indented : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convSeqBracketed : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.enterArg : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.enterPattern : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.occs : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.occsIndexed : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.occsWildcard : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.SolveByElim.arg : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.SolveByElim.args : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.SolveByElim.erase : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.SolveByElim.star : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.SolveByElim.using_ : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.caseArg : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.clearValueArg : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.clearValueHyp : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.clearValueStar : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.config : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.configItem : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.discharger : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.dsimpArgs : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.dsimpKind : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.dsimpTraceArgsRest : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.elimTarget : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.generalizeArg : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.inductionAlt : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.inductionAltLHS : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.inductionAlts : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.location : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.locationHyp : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.locationType : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.locationWildcard : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.negConfigItem : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.optConfig : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.posConfigItem : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPatLo : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPatMed : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.rewrites_forbidden : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.rwRule : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.rwRuleSeq : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpAllKind : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpAllTraceArgsRest : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpArgs : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpErase : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpLemma : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpPost : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpPre : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpStar : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpTraceArgsRest : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpaArgsRest : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpaUsingBangArgsRest : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.valConfigItem : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.binderIdent : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.bracketedExplicitBinders : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.calcFirstStep : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.calcStep : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.calcSteps : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.cdotTk : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.explicitBinders : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.unbracketedExplicitBinders : Lean.ParserDescr
@[attr_parser 1000, extern "compiled"] opaque _root_.Lean.Attr.coe : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Elab.Tactic.Ext.applyExtTheorem : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Elab.Tactic.Ext.«ext» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Elab.Tactic.Ext.tacticExt1___ : Lean.ParserDescr
@[attr_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Attr.cbv_eval : Lean.ParserDescr
@[attr_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Attr.«ext» : Lean.ParserDescr
@[attr_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Attr.norm_cast : Lean.ParserDescr
@[attr_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Attr.simp : Lean.ParserDescr
@[attr_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Attr.simprocAttr : Lean.ParserDescr
@[attr_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Attr.wf_preprocess : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Syntax.addPrec : Lean.TrailingParserDescr
@[prio_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Syntax.addPrio : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Syntax.exact? : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Syntax.subPrec : Lean.TrailingParserDescr
@[prio_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Syntax.subPrio : Lean.TrailingParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.allGoals : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.anyGoals : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.arg : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«case» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.case' : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.cbv : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«change» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.clear : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.congr : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.conv : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convApply_ : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convArgs : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convConvSeq : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convDone : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convErw__ : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convIntro___ : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convLeft : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«convNext__=>_» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convRepeat_ : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convRfl : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convRight : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convRw__ : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convTactic : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convTrace_state : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.convTry_ : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«conv_<;>_» : Lean.TrailingParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«conv·_» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.delta : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.dsimp : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.dsimpTrace : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.enter : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«ext» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.extractLets : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.failIfSuccess : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«first» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.focus : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«fun» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.letToHave : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.lhs : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.liftLets : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.nestedConv : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.normCast : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.paren : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.pattern : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.reduce : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.rewrite : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.rhs : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.simp : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.simpMatch : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.simpTrace : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«skip» : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.unfold : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.whnf : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.withAnnotateState : Lean.ParserDescr
@[conv_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.zeta : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.acNf0 : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.acRfl : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.allGoals : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.anyGoals : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«apply» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.apply? : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.applyAssumption : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.applyRfl : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.applyRules : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.as_aux_lemma : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.assumption : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«case» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.case' : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«cases» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.cbv : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«change» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.classical : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.clear : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.clearValue : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.congr : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.constructor : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.contradiction : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.decide : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.decide_cbv : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.delta : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«done» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.dsimp : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.dsimpArg : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.dsimpTrace : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.eqRefl : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«exact» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.exact? : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.exposeNames : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.extractLets : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.fail : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.failIfSuccess : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.falseOrByContra : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«first» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.focus : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.funCases : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.funInduction : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.generalize : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.impossible : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«induction» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.injection : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.injections : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«intro» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.intros : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«left» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.letToHave : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.letrec : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.liftLets : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.normCast0 : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.obtain : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.omega : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.paren : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.pushCast : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcases : Lean.ParserDescr
@[rcasesPat_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPat.clear : Lean.ParserDescr
@[rcasesPat_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPat.explicit : Lean.ParserDescr
@[rcasesPat_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPat.ignore : Lean.ParserDescr
@[rcasesPat_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPat.one : Lean.ParserDescr
@[rcasesPat_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPat.paren : Lean.ParserDescr
@[rcasesPat_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rcasesPat.tuple : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.refine : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.refine' : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rename : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.renameI : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.repeat' : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.repeat1' : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.replace : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.revert : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rewriteSeq : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rewrites? : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«right» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rintro : Lean.ParserDescr
@[rintroPat_parser 1001, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rintroPat.binder : Lean.ParserDescr
@[rintroPat_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rintroPat.one : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rotateLeft : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rotateRight : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rwSeq : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rwa : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rwaAt : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.rwaAtLegacyLocation : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«show» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.showTerm : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.simp : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpAll : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpAllArith : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpAllTrace : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpArg : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpArith : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpTrace : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.simpa : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«skip» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.solveByElim : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.specialize : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«split» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.subst : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.substEqs : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.substVars : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.symm : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.symmSaturate : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacDepIfThenElse : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacIfThenElse : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticAc_nf_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticAdmit : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticAnd_intros : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticApply_mod_cast_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticAssumption_mod_cast_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticBv_omega : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticDsimp?!_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticErw___ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticExact_mod_cast_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticExfalso : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«tacticExists_,,» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticHave' : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticHaveI__ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticHave__ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticInfer_instance : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticIterate____ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticLet'__ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticLetI__ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticLet__ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«tacticNext_=>_» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticNofun : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«tacticNomatch_,,» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticNorm_cast__ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticRefine_lift'_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticRefine_lift_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticRepeat_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticRfl : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticRfl' : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticRw_mod_cast___ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimp?!_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimp_all?!_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimpa!_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimpa!__1 : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimpa?!_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimpa?!__1 : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimpa?_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSimpa?__1 : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSorry : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticStop_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticSuffices_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticTrivial : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.tacticTry_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.«tactic_<;>_» : Lean.TrailingParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.traceMessage : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.traceState : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.unfold : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.withAnnotateState : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.withReducible : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.withReducibleAndInstances : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.withUnfoldingAll : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.Parser.Tactic.withUnfoldingNone : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred<_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred>_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred∈_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred∉_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred≠_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred≤_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred≥_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred⊂_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred⊃_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred⊆_» : Lean.ParserDescr
@[binderPred_parser 1000, extern "compiled"] opaque _root_.Lean.«binderPred⊇_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.«calc» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.calcTactic : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.cdot : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.Lean.solveTactic : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.termEval_prec_ : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.termEval_prio_ : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.«termSatisfies_binder_pred%__» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.«term_Matches_|» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.«term∀__,_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.Lean.«term∃__,_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.boolIfThenElse : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.coeFunNotation : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.coeNotation : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.coeSortNotation : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.«prec(_)» : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.precArg : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.precLead : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.precMax : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.precMin : Lean.ParserDescr
@[prec_parser 1000, extern "compiled"] opaque _root_.precMin1 : Lean.ParserDescr
@[prio_parser 1000, extern "compiled"] opaque _root_.«prio(_)» : Lean.ParserDescr
@[prio_parser 1000, extern "compiled"] opaque _root_.prioDefault : Lean.ParserDescr
@[prio_parser 1000, extern "compiled"] opaque _root_.prioHigh : Lean.ParserDescr
@[prio_parser 1000, extern "compiled"] opaque _root_.prioLow : Lean.ParserDescr
@[prio_parser 1000, extern "compiled"] opaque _root_.prioMid : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.rawNatLit : Lean.ParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.stx!_ : Lean.ParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.«stx_*» : Lean.TrailingParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.«stx_+» : Lean.TrailingParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.«stx_,*» : Lean.TrailingParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.«stx_,*,?» : Lean.TrailingParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.«stx_,+» : Lean.TrailingParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.«stx_,+,?» : Lean.TrailingParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.«stx_<|>_» : Lean.TrailingParserDescr
@[stx_parser 1000, extern "compiled"] opaque _root_.stx_? : Lean.TrailingParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.«tacticBy_cases_:_» : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticClean_wf : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticDecreasing_tactic : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticDecreasing_trivial : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticDecreasing_trivial_pre_omega : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticDecreasing_with_ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticFunext___ : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticGet_elem_tactic : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticGet_elem_tactic_extensible : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticGet_elem_tactic_trivial : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.tacticSimp_wf : Lean.ParserDescr
@[tactic_parser 1000, extern "compiled"] opaque _root_.«tactic∎» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.term!_ : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term#[_,]» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term%[_|_]» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term-_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.termDepIfThenElse : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«termExists_,_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.termIfLet : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.termIfThenElse : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.termMax_prec : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.termS!_ : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.termWithout_expected_type_ : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term[_]» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_!=_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_$__» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_%_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_&&&_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_&&_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_*>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_*_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_++_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_+_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_-_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_/_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_::_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<$>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<&&>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<&>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<*>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<*_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<->_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<<<_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<=<_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<=_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<|>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<|_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_<||>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_=<<_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_==_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_=_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_>=>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_>=_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_>>=_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_>>>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_>>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_\_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_^^^_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_^_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term__[_]» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term__[_]'_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term__[_]_!» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term__[_]_?» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_|>_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_||_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_|||_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_×'_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_×'__1» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_×_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_×__1» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_•_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_⁻¹» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_↔_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∈_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∉_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∘_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∣_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∧_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∨_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∩_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_∪_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_≈_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_≍_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_≠_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_≤_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_≥_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_⊂_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_⊃_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_⊆_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_⊇_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_⊕'_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term_⊕_» : Lean.TrailingParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term{_:_//_}» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term{_}» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term{}» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term~~~_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term¬_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«termΣ'_,_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«termΣ_,_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term‹_›» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term∃_,_» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term∅» : Lean.ParserDescr
@[term_parser 1000, extern "compiled"] opaque _root_.«term∎» : Lean.ParserDescr
@[extern "compiled"] opaque _root_.Array._aux_Init_Data_Array_Mem___macroRules_tacticDecreasing_trivial_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro1 : Lean.Macro := fun s c st => _root_.Array._aux_Init_Data_Array_Mem___macroRules_tacticDecreasing_trivial_1 s c st
@[extern "compiled"] opaque _root_.Array._aux_Init_Data_Array_Mem___macroRules_tacticDecreasing_trivial_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro2 : Lean.Macro := fun s c st => _root_.Array._aux_Init_Data_Array_Mem___macroRules_tacticDecreasing_trivial_2 s c st
@[extern "compiled"] opaque _root_.Fin._aux_Init_GetElem___macroRules_tacticGet_elem_tactic_extensible_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic_extensible] def Lean.bound.macro3 : Lean.Macro := fun s c st => _root_.Fin._aux_Init_GetElem___macroRules_tacticGet_elem_tactic_extensible_1 s c st
@[extern "compiled"] opaque _root_.Lean.Elab.Tactic.Ext._aux_Init_Ext___macroRules_Lean_Elab_Tactic_Ext_tacticExt1____1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Elab.Tactic.Ext.tacticExt1___] def Lean.bound.macro4 : Lean.Macro := fun s c st => _root_.Lean.Elab.Tactic.Ext._aux_Init_Ext___macroRules_Lean_Elab_Tactic_Ext_tacticExt1____1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_allGoals_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.allGoals] def Lean.bound.macro5 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_allGoals_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_anyGoals_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.anyGoals] def Lean.bound.macro6 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_anyGoals_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_case'_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.case'] def Lean.bound.macro7 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_case'_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_case_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.«case»] def Lean.bound.macro8 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_case_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convApply__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convApply_] def Lean.bound.macro9 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convApply__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convArgs_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convArgs] def Lean.bound.macro10 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convArgs_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convDone_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convDone] def Lean.bound.macro11 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convDone_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convErw___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convErw__] def Lean.bound.macro12 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convErw___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convIntro____1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convIntro___] def Lean.bound.macro13 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convIntro____1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convLeft_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convLeft] def Lean.bound.macro14 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convLeft_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convNext__=>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.«convNext__=>_»] def Lean.bound.macro15 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convNext__=>__1» s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRepeat__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convRepeat_] def Lean.bound.macro16 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRepeat__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRfl_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convRfl] def Lean.bound.macro17 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRfl_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRight_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convRight] def Lean.bound.macro18 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRight_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRw___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convRw__] def Lean.bound.macro19 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convRw___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convTrace_state_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convTrace_state] def Lean.bound.macro20 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convTrace_state_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convTry__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.convTry_] def Lean.bound.macro21 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_convTry__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_conv_<;>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.«conv_<;>_»] def Lean.bound.macro22 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_conv_<;>__1» s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_conv·__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.«conv·_»] def Lean.bound.macro23 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv.«_aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_conv·__1» s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_failIfSuccess_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.failIfSuccess] def Lean.bound.macro24 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_failIfSuccess_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_focus_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.Conv.focus] def Lean.bound.macro25 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.Conv._aux_Init_Conv___macroRules_Lean_Parser_Tactic_Conv_focus_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Meta___macroRules_Lean_Parser_Tactic_tacticErw____1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticErw___] def Lean.bound.macro26 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Meta___macroRules_Lean_Parser_Tactic_tacticErw____1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacDepIfThenElse_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacDepIfThenElse] def Lean.bound.macro27 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacDepIfThenElse_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacIfThenElse_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacIfThenElse] def Lean.bound.macro28 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacIfThenElse_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticApply_mod_cast__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticApply_mod_cast_] def Lean.bound.macro29 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticApply_mod_cast__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticExact_mod_cast__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticExact_mod_cast_] def Lean.bound.macro30 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticExact_mod_cast__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticIterate_____1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticIterate____] def Lean.bound.macro31 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticIterate_____1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticRw_mod_cast____1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRw_mod_cast___] def Lean.bound.macro32 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_TacticsExtra___macroRules_Lean_Parser_Tactic_tacticRw_mod_cast____1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_letrec_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.letrec] def Lean.bound.macro33 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_letrec_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwSeq_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.rwSeq] def Lean.bound.macro34 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwSeq_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwaAtLegacyLocation_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.rwaAtLegacyLocation] def Lean.bound.macro35 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwaAtLegacyLocation_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAc_nf__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticAc_nf_] def Lean.bound.macro36 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAc_nf__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAdmit_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticAdmit] def Lean.bound.macro37 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAdmit_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAnd_intros_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticAnd_intros] def Lean.bound.macro38 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAnd_intros_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAssumption_mod_cast__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticAssumption_mod_cast_] def Lean.bound.macro39 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticAssumption_mod_cast__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticBv_omega_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticBv_omega] def Lean.bound.macro40 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticBv_omega_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticDsimp?!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticDsimp?!_] def Lean.bound.macro41 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticDsimp?!__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExfalso_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticExfalso] def Lean.bound.macro42 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExfalso_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExists_,,_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.«tacticExists_,,»] def Lean.bound.macro43 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExists_,,_1» s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave'_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticHave'] def Lean.bound.macro44 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave'_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHaveI___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticHaveI__] def Lean.bound.macro45 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHaveI___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticHave__] def Lean.bound.macro46 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticInfer_instance_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticInfer_instance] def Lean.bound.macro47 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticInfer_instance_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet'___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticLet'__] def Lean.bound.macro48 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet'___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLetI___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticLetI__] def Lean.bound.macro49 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLetI___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticLet__] def Lean.bound.macro50 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNext_=>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.«tacticNext_=>_»] def Lean.bound.macro51 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNext_=>__1» s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNofun_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticNofun] def Lean.bound.macro52 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNofun_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNomatch_,,_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.«tacticNomatch_,,»] def Lean.bound.macro53 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNomatch_,,_1» s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNorm_cast___1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticNorm_cast__] def Lean.bound.macro54 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticNorm_cast___1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift'__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRefine_lift'_] def Lean.bound.macro55 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift'__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRefine_lift_] def Lean.bound.macro56 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl'_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRfl'] def Lean.bound.macro57 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl'_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRfl] def Lean.bound.macro58 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRfl] def Lean.bound.macro59 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_2 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_3 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRfl] def Lean.bound.macro60 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_3 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimp?!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimp?!_] def Lean.bound.macro61 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimp?!__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimp_all?!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimp_all?!_] def Lean.bound.macro62 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimp_all?!__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimpa!_] def Lean.bound.macro63 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa!__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa!__1_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimpa!__1] def Lean.bound.macro64 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa!__1_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimpa?!_] def Lean.bound.macro65 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?!__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?!__1_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimpa?!__1] def Lean.bound.macro66 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?!__1_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimpa?_] def Lean.bound.macro67 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?__1_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSimpa?__1] def Lean.bound.macro68 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSimpa?__1_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSorry_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSorry] def Lean.bound.macro69 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSorry_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticStop__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticStop_] def Lean.bound.macro70 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticStop__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSuffices__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticSuffices_] def Lean.bound.macro71 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSuffices__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticTrivial] def Lean.bound.macro72 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticTrivial] def Lean.bound.macro73 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_2 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_3 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticTrivial] def Lean.bound.macro74 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_3 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_4 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticTrivial] def Lean.bound.macro75 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_4 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_5 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticTrivial] def Lean.bound.macro76 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_5 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_6 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticTrivial] def Lean.bound.macro77 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_6 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTry__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticTry_] def Lean.bound.macro78 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTry__1 s c st
@[extern "compiled"] opaque _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tactic_<;>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.«tactic_<;>_»] def Lean.bound.macro79 : Lean.Macro := fun s c st => _root_.Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tactic_<;>__1» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro80 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___1» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___10» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro81 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___10» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___11» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro82 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___11» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro83 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___2» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___3» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro84 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___3» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___4» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro85 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___4» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___5» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro86 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___5» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___6» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro87 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___6» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___7» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro88 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___7» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___8» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro89 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___8» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___9» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«termSatisfies_binder_pred%__»] def Lean.bound.macro90 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_termSatisfies_binder_pred%___9» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_term∀__,__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«term∀__,_»] def Lean.bound.macro91 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_term∀__,__1» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_term∃__,__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«term∃__,_»] def Lean.bound.macro92 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_BinderPredicates___macroRules_Lean_term∃__,__1» s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_Data_List_Notation___macroRules_term[_]_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term[_]»] def Lean.bound.macro93 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_Data_List_Notation___macroRules_term[_]_1» s c st
@[extern "compiled"] opaque _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_addPrec_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Syntax.addPrec] def Lean.bound.macro94 : Lean.Macro := fun s c st => _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_addPrec_1 s c st
@[extern "compiled"] opaque _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_addPrio_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Syntax.addPrio] def Lean.bound.macro95 : Lean.Macro := fun s c st => _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_addPrio_1 s c st
@[extern "compiled"] opaque _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_subPrec_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Syntax.subPrec] def Lean.bound.macro96 : Lean.Macro := fun s c st => _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_subPrec_1 s c st
@[extern "compiled"] opaque _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_subPrio_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Syntax.subPrio] def Lean.bound.macro97 : Lean.Macro := fun s c st => _root_.Lean._aux_Init_Meta___macroRules_Lean_Parser_Syntax_subPrio_1 s c st
@[extern "compiled"] opaque _root_.Lean._aux_Init_Meta___macroRules_Lean_termEval_prec__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.termEval_prec_] def Lean.bound.macro98 : Lean.Macro := fun s c st => _root_.Lean._aux_Init_Meta___macroRules_Lean_termEval_prec__1 s c st
@[extern "compiled"] opaque _root_.Lean._aux_Init_Meta___macroRules_Lean_termEval_prio__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.termEval_prio_] def Lean.bound.macro99 : Lean.Macro := fun s c st => _root_.Lean._aux_Init_Meta___macroRules_Lean_termEval_prio__1 s c st
@[extern "compiled"] opaque _root_.Lean._aux_Init_NotationExtra___macroRules_Lean_solveTactic_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.solveTactic] def Lean.bound.macro100 : Lean.Macro := fun s c st => _root_.Lean._aux_Init_NotationExtra___macroRules_Lean_solveTactic_1 s c st
@[extern "compiled"] opaque _root_.Lean.«_aux_Init_NotationExtra___macroRules_Lean_term_Matches_|_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.«term_Matches_|»] def Lean.bound.macro101 : Lean.Macro := fun s c st => _root_.Lean.«_aux_Init_NotationExtra___macroRules_Lean_term_Matches_|_1» s c st
@[extern "compiled"] opaque _root_.List._aux_Init_Data_List_BasicAux___macroRules_tacticDecreasing_trivial_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro102 : Lean.Macro := fun s c st => _root_.List._aux_Init_Data_List_BasicAux___macroRules_tacticDecreasing_trivial_1 s c st
@[extern "compiled"] opaque _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro103 : Lean.Macro := fun s c st => _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_1 s c st
@[extern "compiled"] opaque _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro104 : Lean.Macro := fun s c st => _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_2 s c st
@[extern "compiled"] opaque _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_3 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro105 : Lean.Macro := fun s c st => _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_3 s c st
@[extern "compiled"] opaque _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_4 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro106 : Lean.Macro := fun s c st => _root_.Std._aux_Init_Data_Iterators_Basic___macroRules_tacticDecreasing_trivial_4 s c st
@[extern "compiled"] opaque _root_.Std._aux_Init_Data_Range_Polymorphic_Basic___macroRules_tacticGet_elem_tactic_extensible_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic_extensible] def Lean.bound.macro107 : Lean.Macro := fun s c st => _root_.Std._aux_Init_Data_Range_Polymorphic_Basic___macroRules_tacticGet_elem_tactic_extensible_1 s c st
@[extern "compiled"] opaque _root_.Std.«_aux_Init_Data_Slice_Notation___macroRules_term__[_]_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term__[_]»] def Lean.bound.macro108 : Lean.Macro := fun s c st => _root_.Std.«_aux_Init_Data_Slice_Notation___macroRules_term__[_]_1» s c st
@[extern "compiled"] opaque _root_.String.Legacy.Iterator._aux_Init_Data_String_Iterator___macroRules_tacticDecreasing_trivial_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro109 : Lean.Macro := fun s c st => _root_.String.Legacy.Iterator._aux_Init_Data_String_Iterator___macroRules_tacticDecreasing_trivial_1 s c st
@[extern "compiled"] opaque _root_.String.Legacy.Iterator._aux_Init_Data_String_Iterator___macroRules_tacticDecreasing_trivial_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro110 : Lean.Macro := fun s c st => _root_.String.Legacy.Iterator._aux_Init_Data_String_Iterator___macroRules_tacticDecreasing_trivial_2 s c st
@[extern "compiled"] opaque _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro111 : Lean.Macro := fun s c st => _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_1 s c st
@[extern "compiled"] opaque _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro112 : Lean.Macro := fun s c st => _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_2 s c st
@[extern "compiled"] opaque _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_3 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro113 : Lean.Macro := fun s c st => _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_3 s c st
@[extern "compiled"] opaque _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_4 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro114 : Lean.Macro := fun s c st => _root_.String._aux_Init_Data_String_Termination___macroRules_tacticDecreasing_trivial_4 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_ByCases___macroRules_tacticBy_cases_:__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «tacticBy_cases_:_»] def Lean.bound.macro115 : Lean.Macro := fun s c st => _root_.«_aux_Init_ByCases___macroRules_tacticBy_cases_:__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_ByCases___macroRules_tacticBy_cases_:__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «tacticBy_cases_:_»] def Lean.bound.macro116 : Lean.Macro := fun s c st => _root_.«_aux_Init_ByCases___macroRules_tacticBy_cases_:__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Control_Basic___macroRules_term_<&&>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<&&>_»] def Lean.bound.macro117 : Lean.Macro := fun s c st => _root_.«_aux_Init_Control_Basic___macroRules_term_<&&>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Control_Basic___macroRules_term_<&>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<&>_»] def Lean.bound.macro118 : Lean.Macro := fun s c st => _root_.«_aux_Init_Control_Basic___macroRules_term_<&>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Control_Basic___macroRules_term_<=<__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<=<_»] def Lean.bound.macro119 : Lean.Macro := fun s c st => _root_.«_aux_Init_Control_Basic___macroRules_term_<=<__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Control_Basic___macroRules_term_<||>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<||>_»] def Lean.bound.macro120 : Lean.Macro := fun s c st => _root_.«_aux_Init_Control_Basic___macroRules_term_<||>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Control_Basic___macroRules_term_=<<__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_=<<_»] def Lean.bound.macro121 : Lean.Macro := fun s c st => _root_.«_aux_Init_Control_Basic___macroRules_term_=<<__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Control_Basic___macroRules_term_>=>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>=>_»] def Lean.bound.macro122 : Lean.Macro := fun s c st => _root_.«_aux_Init_Control_Basic___macroRules_term_>=>__1» s c st
@[extern "compiled"] opaque _root_._aux_Init_Core___macroRules_Lean_Parser_Tactic_tacticRfl_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro Lean.Parser.Tactic.tacticRfl] def Lean.bound.macro123 : Lean.Macro := fun s c st => _root_._aux_Init_Core___macroRules_Lean_Parser_Tactic_tacticRfl_1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_!=__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_!=_»] def Lean.bound.macro124 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_!=__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_!=__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_!=_»] def Lean.bound.macro125 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_!=__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_<->__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<->_»] def Lean.bound.macro126 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_<->__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_\__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_\_»] def Lean.bound.macro127 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_\__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_↔__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_↔_»] def Lean.bound.macro128 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_↔__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_∩__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∩_»] def Lean.bound.macro129 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_∩__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_∪__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∪_»] def Lean.bound.macro130 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_∪__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_≈__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≈_»] def Lean.bound.macro131 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_≈__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_≠__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≠_»] def Lean.bound.macro132 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_≠__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_≠__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≠_»] def Lean.bound.macro133 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_≠__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_⊂__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_⊂_»] def Lean.bound.macro134 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_⊂__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_⊃__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_⊃_»] def Lean.bound.macro135 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_⊃__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_⊆__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_⊆_»] def Lean.bound.macro136 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_⊆__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_⊇__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_⊇_»] def Lean.bound.macro137 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_⊇__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_⊕'__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_⊕'_»] def Lean.bound.macro138 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_⊕'__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term_⊕__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_⊕_»] def Lean.bound.macro139 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term_⊕__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term{}_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term{}»] def Lean.bound.macro140 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term{}_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Core___macroRules_term∅_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term∅»] def Lean.bound.macro141 : Lean.Macro := fun s c st => _root_.«_aux_Init_Core___macroRules_term∅_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Data_Array_Basic___macroRules_term#[_,]_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term#[_,]»] def Lean.bound.macro142 : Lean.Macro := fun s c st => _root_.«_aux_Init_Data_Array_Basic___macroRules_term#[_,]_1» s c st
@[extern "compiled"] opaque _root_._aux_Init_Data_Range_Basic___macroRules_tacticGet_elem_tactic_extensible_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic_extensible] def Lean.bound.macro143 : Lean.Macro := fun s c st => _root_._aux_Init_Data_Range_Basic___macroRules_tacticGet_elem_tactic_extensible_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Data_Range_Polymorphic_GetElemTactic___macroRules_tacticGet_elem_tactic_extensible_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic_extensible] def Lean.bound.macro144 : Lean.Macro := fun s c st => _root_._aux_Init_Data_Range_Polymorphic_GetElemTactic___macroRules_tacticGet_elem_tactic_extensible_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Data_ToString_Macro___macroRules_termS!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro termS!_] def Lean.bound.macro145 : Lean.Macro := fun s c st => _root_._aux_Init_Data_ToString_Macro___macroRules_termS!__1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_GetElem___macroRules_term__[_]'__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term__[_]'_»] def Lean.bound.macro146 : Lean.Macro := fun s c st => _root_.«_aux_Init_GetElem___macroRules_term__[_]'__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_GetElem___macroRules_term__[_]_!_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term__[_]_!»] def Lean.bound.macro147 : Lean.Macro := fun s c st => _root_.«_aux_Init_GetElem___macroRules_term__[_]_!_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_GetElem___macroRules_term__[_]_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term__[_]»] def Lean.bound.macro148 : Lean.Macro := fun s c st => _root_.«_aux_Init_GetElem___macroRules_term__[_]_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_GetElem___macroRules_term__[_]_?_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term__[_]_?»] def Lean.bound.macro149 : Lean.Macro := fun s c st => _root_.«_aux_Init_GetElem___macroRules_term__[_]_?_1» s c st
@[extern "compiled"] opaque _root_._aux_Init_NotationExtra___macroRules_tacticFunext____1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticFunext___] def Lean.bound.macro150 : Lean.Macro := fun s c st => _root_._aux_Init_NotationExtra___macroRules_tacticFunext____1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_term%[_|_]_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term%[_|_]»] def Lean.bound.macro151 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_term%[_|_]_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_termExists_,__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «termExists_,_»] def Lean.bound.macro152 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_termExists_,__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_term_×'__1_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_×'__1»] def Lean.bound.macro153 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_term_×'__1_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_term_×__1_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_×__1»] def Lean.bound.macro154 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_term_×__1_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_term{_}_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term{_}»] def Lean.bound.macro155 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_term{_}_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_termΣ'_,__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «termΣ'_,_»] def Lean.bound.macro156 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_termΣ'_,__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_termΣ_,__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «termΣ_,_»] def Lean.bound.macro157 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_termΣ_,__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_NotationExtra___macroRules_term∃_,__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term∃_,_»] def Lean.bound.macro158 : Lean.Macro := fun s c st => _root_.«_aux_Init_NotationExtra___macroRules_term∃_,__1» s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_boolIfThenElse_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro boolIfThenElse] def Lean.bound.macro159 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_boolIfThenElse_1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_prec(_)_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «prec(_)»] def Lean.bound.macro160 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_prec(_)_1» s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_precArg_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro precArg] def Lean.bound.macro161 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_precArg_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_precLead_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro precLead] def Lean.bound.macro162 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_precLead_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_precMax_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro precMax] def Lean.bound.macro163 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_precMax_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_precMin1_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro precMin1] def Lean.bound.macro164 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_precMin1_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_precMin_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro precMin] def Lean.bound.macro165 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_precMin_1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_prio(_)_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «prio(_)»] def Lean.bound.macro166 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_prio(_)_1» s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_prioDefault_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro prioDefault] def Lean.bound.macro167 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_prioDefault_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_prioHigh_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro prioHigh] def Lean.bound.macro168 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_prioHigh_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_prioLow_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro prioLow] def Lean.bound.macro169 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_prioLow_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_prioMid_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro prioMid] def Lean.bound.macro170 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_prioMid_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_stx!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro stx!_] def Lean.bound.macro171 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_stx!__1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_stx_*_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «stx_*»] def Lean.bound.macro172 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_stx_*_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_stx_+_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «stx_+»] def Lean.bound.macro173 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_stx_+_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_stx_,*,?_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «stx_,*,?»] def Lean.bound.macro174 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_stx_,*,?_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_stx_,*_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «stx_,*»] def Lean.bound.macro175 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_stx_,*_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_stx_,+,?_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «stx_,+,?»] def Lean.bound.macro176 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_stx_,+,?_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_stx_,+_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «stx_,+»] def Lean.bound.macro177 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_stx_,+_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_stx_<|>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «stx_<|>_»] def Lean.bound.macro178 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_stx_<|>__1» s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_stx_?_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro stx_?] def Lean.bound.macro179 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_stx_?_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_term!__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro term!_] def Lean.bound.macro180 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_term!__1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term-__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term-_»] def Lean.bound.macro181 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term-__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term-__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term-_»] def Lean.bound.macro182 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term-__2» s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_termDepIfThenElse_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro termDepIfThenElse] def Lean.bound.macro183 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_termDepIfThenElse_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_termIfLet_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro termIfLet] def Lean.bound.macro184 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_termIfLet_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_termIfThenElse_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro termIfThenElse] def Lean.bound.macro185 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_termIfThenElse_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_termMax_prec_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro termMax_prec] def Lean.bound.macro186 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_termMax_prec_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Notation___macroRules_termWithout_expected_type__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro termWithout_expected_type_] def Lean.bound.macro187 : Lean.Macro := fun s c st => _root_._aux_Init_Notation___macroRules_termWithout_expected_type__1 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_$___1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_$__»] def Lean.bound.macro188 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_$___1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_%__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_%_»] def Lean.bound.macro189 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_%__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_%__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_%_»] def Lean.bound.macro190 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_%__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_&&&__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_&&&_»] def Lean.bound.macro191 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_&&&__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_&&&__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_&&&_»] def Lean.bound.macro192 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_&&&__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_&&__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_&&_»] def Lean.bound.macro193 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_&&__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_*>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_*>_»] def Lean.bound.macro194 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_*>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_*__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_*_»] def Lean.bound.macro195 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_*__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_*__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_*_»] def Lean.bound.macro196 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_*__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_++__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_++_»] def Lean.bound.macro197 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_++__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_++__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_++_»] def Lean.bound.macro198 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_++__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_+__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_+_»] def Lean.bound.macro199 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_+__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_+__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_+_»] def Lean.bound.macro200 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_+__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_-__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_-_»] def Lean.bound.macro201 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_-__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_-__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_-_»] def Lean.bound.macro202 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_-__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_/__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_/_»] def Lean.bound.macro203 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_/__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_/__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_/_»] def Lean.bound.macro204 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_/__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_::__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_::_»] def Lean.bound.macro205 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_::__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<$>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<$>_»] def Lean.bound.macro206 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<$>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<*>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<*>_»] def Lean.bound.macro207 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<*>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<*__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<*_»] def Lean.bound.macro208 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<*__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<<<__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<<<_»] def Lean.bound.macro209 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<<<__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<=__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<=_»] def Lean.bound.macro210 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<=__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<=__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<=_»] def Lean.bound.macro211 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<=__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<_»] def Lean.bound.macro212 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<_»] def Lean.bound.macro213 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<|>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<|>_»] def Lean.bound.macro214 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<|>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_<|__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_<|_»] def Lean.bound.macro215 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_<|__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_==__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_==_»] def Lean.bound.macro216 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_==__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_==__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_==_»] def Lean.bound.macro217 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_==__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_=__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_=_»] def Lean.bound.macro218 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_=__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_=__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_=_»] def Lean.bound.macro219 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_=__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_>=__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>=_»] def Lean.bound.macro220 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_>=__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_>=__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>=_»] def Lean.bound.macro221 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_>=__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_>>=__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>>=_»] def Lean.bound.macro222 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_>>=__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_>>>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>>>_»] def Lean.bound.macro223 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_>>>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_>>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>>_»] def Lean.bound.macro224 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_>>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>_»] def Lean.bound.macro225 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_>__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_>_»] def Lean.bound.macro226 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_>__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_^^^__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_^^^_»] def Lean.bound.macro227 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_^^^__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_^^^__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_^^^_»] def Lean.bound.macro228 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_^^^__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_^__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_^_»] def Lean.bound.macro229 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_^__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_^__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_^_»] def Lean.bound.macro230 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_^__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_|>__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_|>_»] def Lean.bound.macro231 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_|>__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_||__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_||_»] def Lean.bound.macro232 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_||__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_|||__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_|||_»] def Lean.bound.macro233 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_|||__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_|||__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_|||_»] def Lean.bound.macro234 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_|||__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_×'__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_×'_»] def Lean.bound.macro235 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_×'__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_×__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_×_»] def Lean.bound.macro236 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_×__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_•__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_•_»] def Lean.bound.macro237 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_•__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_•__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_•_»] def Lean.bound.macro238 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_•__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_⁻¹_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_⁻¹»] def Lean.bound.macro239 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_⁻¹_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_∈__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∈_»] def Lean.bound.macro240 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_∈__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_∉__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∉_»] def Lean.bound.macro241 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_∉__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_∘__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∘_»] def Lean.bound.macro242 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_∘__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_∣__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∣_»] def Lean.bound.macro243 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_∣__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_∧__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∧_»] def Lean.bound.macro244 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_∧__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_∨__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_∨_»] def Lean.bound.macro245 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_∨__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_≍__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≍_»] def Lean.bound.macro246 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_≍__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_≤__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≤_»] def Lean.bound.macro247 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_≤__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_≤__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≤_»] def Lean.bound.macro248 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_≤__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_≥__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≥_»] def Lean.bound.macro249 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_≥__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term_≥__2» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term_≥_»] def Lean.bound.macro250 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term_≥__2» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term{_:_//_}_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term{_:_//_}»] def Lean.bound.macro251 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term{_:_//_}_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term~~~__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term~~~_»] def Lean.bound.macro252 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term~~~__1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Notation___macroRules_term¬__1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term¬_»] def Lean.bound.macro253 : Lean.Macro := fun s c st => _root_.«_aux_Init_Notation___macroRules_term¬__1» s c st
@[extern "compiled"] opaque _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic] def Lean.bound.macro254 : Lean.Macro := fun s c st => _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_extensible_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic_extensible] def Lean.bound.macro255 : Lean.Macro := fun s c st => _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_extensible_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_extensible_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic_extensible] def Lean.bound.macro256 : Lean.Macro := fun s c st => _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_extensible_2 s c st
@[extern "compiled"] opaque _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_extensible_3 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticGet_elem_tactic_extensible] def Lean.bound.macro257 : Lean.Macro := fun s c st => _root_._aux_Init_Tactics___macroRules_tacticGet_elem_tactic_extensible_3 s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Tactics___macroRules_term‹_›_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term‹_›»] def Lean.bound.macro258 : Lean.Macro := fun s c st => _root_.«_aux_Init_Tactics___macroRules_term‹_›_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Try___macroRules_tactic∎_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «tactic∎»] def Lean.bound.macro259 : Lean.Macro := fun s c st => _root_.«_aux_Init_Try___macroRules_tactic∎_1» s c st
@[extern "compiled"] opaque _root_.«_aux_Init_Try___macroRules_term∎_1» (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro «term∎»] def Lean.bound.macro260 : Lean.Macro := fun s c st => _root_.«_aux_Init_Try___macroRules_term∎_1» s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticClean_wf_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticClean_wf] def Lean.bound.macro261 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticClean_wf_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_tactic_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_tactic] def Lean.bound.macro262 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_tactic_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro263 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro264 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_2 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_3 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial] def Lean.bound.macro265 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_3 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_pre_omega_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial_pre_omega] def Lean.bound.macro266 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_pre_omega_1 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_pre_omega_2 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial_pre_omega] def Lean.bound.macro267 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_pre_omega_2 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_pre_omega_3 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_trivial_pre_omega] def Lean.bound.macro268 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_trivial_pre_omega_3 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_with__1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticDecreasing_with_] def Lean.bound.macro269 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticDecreasing_with__1 s c st
@[extern "compiled"] opaque _root_._aux_Init_WFTactics___macroRules_tacticSimp_wf_1 (s : Lean.Syntax) (c : Lean.Macro.Context) (st : Lean.Macro.State) : EStateM.Result Lean.Macro.Exception Lean.Macro.State Lean.Syntax
@[macro tacticSimp_wf] def Lean.bound.macro270 : Lean.Macro := fun s c st => _root_._aux_Init_WFTactics___macroRules_tacticSimp_wf_1 s c st
