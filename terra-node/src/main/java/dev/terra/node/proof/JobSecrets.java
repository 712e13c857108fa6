package dev.terra.node.proof;

import java.util.Optional;

/** The secrets of the jobs that run on this node, as their engine keeps them. Thread-safe, never blocks. */
public interface JobSecrets {
  /** The secret of the shuffle's job, not empty; no value where no such job runs here. */
  Optional<byte[]> of(String shuffle);
}
