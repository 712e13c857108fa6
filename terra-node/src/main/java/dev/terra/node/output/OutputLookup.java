package dev.terra.node.output;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks for single outputs that are requested before they were found. */
public interface OutputLookup {
  /** Registers those of a job's outputs that exist. The future completes when that is done, and never fails. */
  CompletableFuture<Void> lookUp(ActiveJob job, List<NodeOutput> maps);
}
