"""Policy and value model: prompt, base, adapter, head, generation, evaluators.

    from reaprover.model.loading import load_model_evaluator

`prompt`, `value`, `sampling`, `tokenizer`, `remote` and `loading` import no torch; everything else does, at its top. Importing this
package imports nothing, so a search with a remote model runs where no torch is installed.
"""
