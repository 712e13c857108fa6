package dev.terra.node.output;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks for single outputs that are asked for before they were found. */
public interface OutputLookup {
  /** Registers those of a job's outputs that there are; completes when it did what it could, and never fails. */
  CompletableFuture<Void> lookUp(ActiveJob job, List<NodeOutput> maps);
}
