package dev.terra.node.output;

import java.util.Objects;

/** A job that runs on this node, and the user whose files its outputs are. */
public record ActiveJob(String id, String user) {
  /** Checks presence. */
  public ActiveJob {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(user, "user");
  }
}
