package dev.terra.node.proof;

import java.util.Optional;

/** The secrets of the jobs that run on this node, as their engine keeps them. Thread-safe, never blocks. */
public interface JobSecrets {
  /** That of the job whose shuffle it is, not empty; no value where no such job runs here. */
  Optional<byte[]> of(String shuffle);
}
