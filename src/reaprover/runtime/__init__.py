"""Sessions that search, learn, are snapshotted and become experiences; durable, without HTTP and without torch in these modules
but `model_backend`, which is imported where a model runs.

    from reaprover.runtime.runtime import Runtime
"""
