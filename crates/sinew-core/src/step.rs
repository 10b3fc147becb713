//! The pipeline: step, forward and their parts, each line one stage.
