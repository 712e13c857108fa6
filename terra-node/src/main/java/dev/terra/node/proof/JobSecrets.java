package dev.terra.node.proof;

import java.util.Optional;

/** The secrets of the jobs that run on this node, as their engine keeps them. Thread-safe; it never blocks. */
public interface JobSecrets {
  /** Returns the secret of the shuffle's job, which is not empty; nothing if the job does not run here. */
  Optional<byte[]> of(String shuffle);
}
