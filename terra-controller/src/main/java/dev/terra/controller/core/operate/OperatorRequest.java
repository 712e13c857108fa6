package dev.terra.controller.core.operate;

import java.util.Objects;

/**
 * A command, and the operator who gives it.
 *
 * @param by the operator's name, for the record
 * @param reason why, for the record; empty if no reason is given
 */
public record OperatorRequest(OperatorCommand command, String by, String reason) {
  /** The most characters of a reason. Longer reasons are cut. */
  private static final int MOST_CHARACTERS = 500;

  /** Checks that the values are present, and cuts the reason. */
  public OperatorRequest {
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(by, "by");
    reason = reason.length() <= MOST_CHARACTERS ? reason : reason.substring(0, MOST_CHARACTERS);
  }
}
