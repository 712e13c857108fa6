package dev.terra.lab.jobfaults;

import dev.terra.lab.bed.AgentSnapshot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The bytes that a site's agents have to send and the rate at which each delivers, from polls of their statistics. An
 * agent's load is the time in which it would send what it has left, at its rate of the last second. Rates use the
 * agents' own clocks, so that a delayed answer changes none. It is used for one run, from one thread.
 */
final class AgentLoads {
  /**
   * The time over which rates are measured. Agents update their figures five times a second: over a shorter time, a
   * rate would consist mostly of steps.
   */
  static final double WINDOW_SECONDS = 1;
  /** The least mean load for a comparison. A smaller load is about the time from one poll to the next. */
  private static final double LEAST_LOAD_SECONDS = 0.2;
  private static final double LEAST_SPAN_SECONDS = 0.5;
  /** Statistics older than this are not used. */
  private static final double STALE_SECONDS = 1;
  private static final double KEPT_SECONDS = 4;

  private final List<List<String>> urlsByAgent;
  private final Map<String, Slice> slices = new HashMap<>();
  private double nowSeconds;

  /**
   * The rate of an agent and what it has left.
   *
   * @param bytesPerSecond over some time up to the last poll
   * @param outstandingBytes that it has to send
   */
  record Flow(double bytesPerSecond, long outstandingBytes) {
    private static final Flow NONE = new Flow(0, 0);

    private Flow plus(Flow other) {
      return new Flow(bytesPerSecond + other.bytesPerSecond, outstandingBytes + other.outstandingBytes);
    }

    double loadSeconds() {
      return outstandingBytes == 0 ? 0 : outstandingBytes / bytesPerSecond; // infinite if nothing moves
    }
  }

  /** The statistics of a slice at one agent. */
  private static final class Slice {
    private final Deque<AgentSnapshot> said = new ArrayDeque<>();
    private double newsSeconds;

    void say(AgentSnapshot snapshot, double seconds) {
      AgentSnapshot last = said.peekLast();
      if (last != null && !last.session().equals(snapshot.session())) {
        said.clear(); // the agent counts from 0 again
      } else if (last != null && last.atMillis() >= snapshot.atMillis()) {
        return;
      }
      said.addLast(snapshot);
      newsSeconds = seconds;
      said.removeIf(old -> seconds(old, snapshot) > KEPT_SECONDS);
    }

    Optional<Flow> flow(double windowSeconds) {
      AgentSnapshot last = Objects.requireNonNull(said.peekLast());
      AgentSnapshot from = Objects.requireNonNull(said.peekFirst());
      for (Iterator<AgentSnapshot> each = said.iterator(); each.hasNext(); ) {
        AgentSnapshot next = each.next();
        from = seconds(next, last) >= windowSeconds ? next : from;
      }
      double span = seconds(from, last);
      return span < LEAST_SPAN_SECONDS ? Optional.empty()
          : Optional.of(new Flow((last.deliveredBytes() - from.deliveredBytes()) / span, last.outstandingBytes()));
    }

    private static double seconds(AgentSnapshot from, AgentSnapshot to) {
      return (to.atMillis() - from.atMillis()) / 1e3;
    }
  }

  /**
   * Makes loads without any statistics.
   *
   * @param urlsByAgent where each agent serves its statistics, one URL for each slice that it may carry
   */
  AgentLoads(List<List<String>> urlsByAgent) {
    this.urlsByAgent = urlsByAgent.stream().map(List::copyOf).toList();
  }

  /**
   * Reads the last statistics of all agents.
   *
   * @param saidAt the last statistics at a URL, if it answers
   */
  void look(double seconds, Function<String, Optional<AgentSnapshot>> saidAt) {
    nowSeconds = seconds;
    urlsByAgent.stream().flatMap(List::stream).forEach(url -> saidAt.apply(url)
        .ifPresent(snapshot -> slices.computeIfAbsent(url, key -> new Slice()).say(snapshot, seconds)));
  }

  /** Returns what an agent delivers, of all its slices, and what it has left; empty if it has no recent statistics. */
  Optional<Flow> flow(int agent, double windowSeconds) {
    return urlsByAgent.get(agent).stream().map(slices::get).filter(Objects::nonNull)
        .filter(slice -> nowSeconds - slice.newsSeconds <= STALE_SECONDS)
        .flatMap(slice -> slice.flow(windowSeconds).stream()).reduce(Flow::plus);
  }

  /** Returns the rate of all agents together that have recent statistics. */
  double bytesPerSecond(double windowSeconds) {
    double sum = 0;
    for (int agent = 0; agent < urlsByAgent.size(); agent++) {
      sum += flow(agent, windowSeconds).orElse(Flow.NONE).bytesPerSecond();
    }
    return sum;
  }

  /**
   * Returns the largest difference between a load and the mean load, as a part of the mean; infinity if an agent has no
   * statistics, or has bytes and delivers none. It is empty while agents have so little to send that loads cannot be
   * compared.
   */
  OptionalDouble spread() {
    double[] loads = new double[urlsByAgent.size()];
    for (int agent = 0; agent < loads.length; agent++) {
      loads[agent] = flow(agent, WINDOW_SECONDS).map(Flow::loadSeconds).orElse(Double.POSITIVE_INFINITY);
    }
    double mean = DoubleStream.of(loads).average().orElse(0);
    if (mean < LEAST_LOAD_SECONDS) {
      return OptionalDouble.empty();
    }
    return mean == Double.POSITIVE_INFINITY ? OptionalDouble.of(mean)
        : OptionalDouble.of(DoubleStream.of(loads).map(load -> Math.abs(load - mean) / mean).max().orElse(0));
  }
}
