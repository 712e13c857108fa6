package dev.terra.reproduce.aequitas;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.terra.core.latency.AdmissionRule;
import dev.terra.reproduce.event.Port;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run simulates. Times are in picoseconds, sizes in bytes.
 *
 * @param fabric hosts and the switch between them
 * @param transport how a host sends
 * @param load what is offered
 * @param mix which classes it is offered in
 * @param rules the admission rule of each class that has a promise, the most urgent first; empty where all is admitted
 */
public record Scenario(Fabric fabric, Transport transport, Load load, Mix mix, List<AdmissionRule> rules) {
  private static final double SUM_TOLERANCE = 1e-6;

  /** Checks that the parts fit. */
  public Scenario {
    rules = ImmutableList.copyOf(rules);
    checkArgument(rules.size() < mix.weights().size(), "rules: the lowest class has none, got %s for %s classes", rules.size(),
        mix.weights().size());
  }

  /**
   * Hosts on one switch.
   *
   * @param hosts how many, at least 2
   * @param allToAll whether each host sends to each other one; else all send to the last
   * @param line every line, with the buffer of its port
   * @param queueing how ports serve classes
   */
  public record Fabric(int hosts, boolean allToAll, Port.Line line, Port.Queueing queueing) {
    /** Checks the ranges. */
    public Fabric {
      checkArgument(hosts >= 2, "hosts: expected at least 2, got %s", hosts);
    }

    /** How many senders there are, each with one receiver. */
    public long pairs() {
      return allToAll ? (long) hosts * (hosts - 1) : hosts - 1L;
    }
  }

  /**
   * What each sender offers to each of its receivers, so that a receiver's line would have this load if all hosts sent to it.
   *
   * @param mean the mean load of a line
   * @param burst bursts; null where the load is steady
   * @param poisson whether pauses are exponential; else they are all alike
   * @param sizes the requests' sizes
   */
  public record Load(double mean, @Nullable Burst burst, boolean poisson, Sizes sizes) {
    /** Checks the range. */
    public Load {
      checkArgument(mean > 0, "load: expected more than 0, got %s", mean);
      checkArgument(burst == null || burst.load() >= mean, "burst_load: expected at least the load");
    }
  }

  /**
   * Bursts with silence between them.
   *
   * @param load the load while a burst lasts
   * @param requests how many requests it has; 0 where {@code bytes} says how long it is
   * @param bytes how many bytes it has; 0 where {@code requests} says how long it is
   */
  public record Burst(double load, long requests, long bytes) {
    /** Checks the range. */
    public Burst {
      checkArgument(requests > 0 ^ bytes > 0, "burst_size: expected more than 0 requests or bytes");
    }

    /** Whether it is over after so much. */
    boolean isOver(long sentRequests, long sentBytes) {
      return requests > 0 ? sentRequests >= requests : sentBytes >= bytes;
    }
  }

  /**
   * Classes, the most urgent first.
   *
   * @param weights of the fair queues
   * @param shares what is offered in each class, of 1
   * @param evenHosts what hosts of even numbers offer instead; null where all are alike
   */
  public record Mix(List<Double> weights, List<Double> shares, @Nullable List<Double> evenHosts) {
    /** Checks that they fit. */
    public Mix {
      weights = ImmutableList.copyOf(weights);
      shares = ImmutableList.copyOf(shares);
      evenHosts = evenHosts == null ? null : ImmutableList.copyOf(evenHosts);
      checkArgument(weights.size() >= 2, "qos_weights: expected at least 2 classes, got %s", weights.size());
      checkShares(shares, weights.size());
      if (evenHosts != null) {
        checkShares(evenHosts, weights.size());
      }
    }

    private static void checkShares(List<Double> shares, int classes) {
      double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
      checkArgument(shares.size() == classes && Math.abs(sum - 1) < SUM_TOLERANCE,
          "qos_ratio: expected %s shares whose sum is all, got %s", classes, shares);
    }

    /** The class of a host's request. */
    int classOf(int host, double draw) {
      List<Double> own = evenHosts != null && host % 2 == 0 ? evenHosts : shares;
      double sum = 0;
      for (int i = 0; i < own.size() - 1; i++) {
        sum += own.get(i);
        if (draw < sum) {
          return i;
        }
      }
      return own.size() - 1;
    }
  }
}
