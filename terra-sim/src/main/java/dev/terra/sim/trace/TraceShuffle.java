package dev.terra.sim.trace;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.WanNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Bytes that one stage sends to another.
 *
 * @param from the producing stage
 * @param to the consuming stage
 * @param bytes finite and at least 0
 * @param deadlineSeconds the time from its start within which it should be done; empty where the trace has no deadline
 * @param matrix the bytes by pair of sites; empty where they are spread evenly over the pairs of tasks
 */
public record TraceShuffle(String from, String to, double bytes, OptionalDouble deadlineSeconds, List<SiteBytes> matrix) {
  /** Checks the range. */
  public TraceShuffle {
    matrix = List.copyOf(matrix);
    if (!Double.isFinite(bytes) || bytes < 0) {
      throw new IllegalArgumentException("shuffle " + from + WanNotation.SEPARATOR + to + ": expected at least 0 bytes, got " + bytes);
    }
  }

  /** Makes a shuffle that is spread evenly, without a deadline. */
  public static TraceShuffle even(String from, String to, double bytes) {
    return new TraceShuffle(from, to, bytes, OptionalDouble.empty(), List.of());
  }

  /** Makes a shuffle with a known matrix, without a deadline. */
  public static TraceShuffle of(String from, String to, List<SiteBytes> matrix) {
    return new TraceShuffle(from, to, matrix.stream().mapToDouble(SiteBytes::bytes).sum(), OptionalDouble.empty(), matrix);
  }

  /** Returns this shuffle with all bytes multiplied by {@code factor}. */
  public TraceShuffle times(double factor) {
    return new TraceShuffle(from, to, bytes * factor, deadlineSeconds, matrix.stream()
        .map(entry -> new SiteBytes(entry.from(), entry.to(), entry.bytes() * factor, entry.flows())).toList());
  }

  /** Returns the bytes by pair of sites, for the sites at which the two stages run. */
  public List<SiteBytes> bySites(Stage source, Stage destination) {
    if (!matrix.isEmpty()) {
      return matrix;
    }
    List<SiteBytes> even = new ArrayList<>();
    double bytesPerPair = bytes / ((double) source.tasks() * destination.tasks());
    for (Map.Entry<SiteId, Integer> producers : source.tasksBySite().entrySet()) {
      for (Map.Entry<SiteId, Integer> consumers : destination.tasksBySite().entrySet()) {
        long pairs = (long) producers.getValue() * consumers.getValue();
        even.add(new SiteBytes(producers.getKey(), consumers.getKey(), bytesPerPair * pairs,
            (int) Math.min(pairs, Integer.MAX_VALUE)));
      }
    }
    return even;
  }
}
