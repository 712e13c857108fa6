package dev.terra.reproduce.aequitas;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.terra.core.latency.AdmissionRule;
import dev.terra.reproduce.event.Port;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setting of one run. Times are in picoseconds, sizes in bytes.
 *
 * @param fabric hosts and the switch between them
 * @param transport how a host sends
 * @param load of the senders
 * @param mix of classes in which requests are offered
 * @param rules the admission rule of each class that has a promise, the most urgent first; empty if all requests are
 *     admitted
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
   * @param hosts the number of hosts, at least 2
   * @param allToAll whether each host sends to each other one; otherwise all send to the last
   * @param line every line, with the buffer of its port
   * @param queueing how ports serve classes
   */
  public record Fabric(int hosts, boolean allToAll, Port.Line line, Port.Queueing queueing) {
    /** Checks the ranges. */
    public Fabric {
      checkArgument(hosts >= 2, "hosts: expected at least 2, got %s", hosts);
    }

    /** Returns how many senders there are, each with one receiver. */
    public long pairs() {
      return allToAll ? (long) hosts * (hosts - 1) : hosts - 1L;
    }
  }

  /**
   * The load that each sender offers to each of its receivers, so that a receiver's line has this load if all hosts
   * send to it.
   *
   * @param mean the mean load of a line
   * @param burst bursts; null if the load is steady
   * @param poisson whether pauses are exponential; otherwise they are all equal
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
   * @param requests the number of its requests; 0 if {@code bytes} is its length
   * @param bytes the number of its bytes; 0 if {@code requests} is its length
   */
  public record Burst(double load, long requests, long bytes) {
    /** Checks the range. */
    public Burst {
      checkArgument(requests > 0 ^ bytes > 0, "burst_size: expected more than 0 requests or bytes");
    }

    /** Returns whether a burst is over after this many requests and bytes. */
    boolean isOver(long sentRequests, long sentBytes) {
      return requests > 0 ? sentRequests >= requests : sentBytes >= bytes;
    }
  }

  /**
   * Classes, the most urgent first.
   *
   * @param weights of the fair queues
   * @param shares the share of requests that is offered in each class; their sum is 1
   * @param evenHosts the shares of hosts of even numbers; null if all hosts have the same shares
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

    /** Returns the class of a host's request. */
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
