package dev.terra.rest.read;

import dev.terra.core.failure.Failures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.rest.api.Problem;

/** Reads ids of shuffles as callers write them. */
public final class ShuffleIds {
  private ShuffleIds() {}

  /**
   * Reads an id.
   *
   * @throws Problem 404 if no shuffle can have this id
   */
  public static ShuffleId of(String text) {
    try {
      return new ShuffleId(text);
    } catch (IllegalArgumentException e) {
      throw Problem.notFound(Failures.inWords(e));
    }
  }
}
