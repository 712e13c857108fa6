package dev.terra.controller.core.operate;

import java.util.Objects;

/**
 * A command, and who gives it.
 *
 * @param by a name for the record
 * @param reason why, for the record; empty if none is given
 */
public record OperatorRequest(OperatorCommand command, String by, String reason) {
  /** Longer reasons are cut. */
  private static final int MOST_CHARACTERS = 500;

  /** Checks presence. */
  public OperatorRequest {
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(by, "by");
    reason = reason.length() <= MOST_CHARACTERS ? reason : reason.substring(0, MOST_CHARACTERS);
  }
}
