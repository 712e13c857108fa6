package dev.terra.core.shuffle;

import java.util.Objects;

/**
 * The identity of a shuffle (coflow): 1 to 256 characters that have a meaning only for their creator. {@link ShuffleDescriptor} describes a
 * shuffle.
 */
public record ShuffleId(String value) implements Comparable<ShuffleId> {
  /** The most characters of an id. */
  public static final int MAX_LENGTH = 256;

  /** Checks the length. */
  public ShuffleId {
    Objects.requireNonNull(value, "value");
    if (value.isBlank() || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("a shuffle's id has 1 to " + MAX_LENGTH + " characters, got '" + value + "'");
    }
  }

  @Override
  public int compareTo(ShuffleId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
