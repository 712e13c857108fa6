package dev.terra.core.shuffle;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one shuffle (coflow): for MapReduce the job's id, for an edge of a DAG {@code JOB_dag_NUMBER_vertex_} and what else tells it from
 * others. 1 to 256 characters.
 */
public record ShuffleId(String value) implements Comparable<ShuffleId> {
  private static final int MAX_LENGTH = 256;
  private static final Pattern EDGE = Pattern.compile("(job_[0-9]+_[0-9]+_dag_[0-9]+)_vertex_.*");

  /** Checks the length. */
  public ShuffleId {
    Objects.requireNonNull(value, "value");
    if (value.isBlank() || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("a shuffle's id has 1 to " + MAX_LENGTH + " characters, got '" + value + "'");
    }
  }

  /** The job and DAG of an edge; empty where it is none. */
  public Optional<String> dag() {
    Matcher edge = EDGE.matcher(value);
    return edge.matches() ? Optional.of(edge.group(1)) : Optional.empty();
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
