package dev.terra.core.balance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.stream.IntStream;

/**
 * What a member of a group knows of all members: what it was sent last by each, so that it is stale by a beat.
 *
 * @param self the member's own number, from 0
 * @param queues what waits or is under way at each, in pieces of work (or bytes), at least 0
 * @param rates what each serves, in the same unit a second, above 0
 * @param beatSeconds the time between two beats, above 0
 */
public record GroupLoads(int self, ImmutableDoubleArray queues, ImmutableDoubleArray rates, double beatSeconds) {
  /** A group has at most so many members. */
  public static final int MOST_MEMBERS = 1_024;
  private static final double ROUNDING = 1 + 1e-9;

  /** Checks the ranges. */
  public GroupLoads {
    checkArgument(queues.length() == rates.length() && queues.length() <= MOST_MEMBERS, "loads: expected %s of each, got %s",
        queues.length(), rates.length());
    checkArgument(self >= 0 && self < queues.length(), "self: expected 0 to below %s, got %s", queues.length(), self);
    checkArgument(queues.stream().allMatch(queue -> queue >= 0), "queues: expected at least 0, got %s", queues);
    checkArgument(rates.stream().allMatch(rate -> rate > 0), "rates: expected above 0, got %s", rates);
    checkArgument(beatSeconds > 0, "beat: expected above 0 s, got %s", beatSeconds);
  }

  /** How many members there are. */
  public int members() {
    return queues.length();
  }

  /** A member's load x = queue / service rate, which is about how long a piece would wait, in beats. */
  public double load(int member) {
    return queues.get(member) / rates.get(member) / beatSeconds;
  }

  /** The mean of {@link #load}. */
  public double meanLoad() {
    double sum = 0;
    for (int i = 0; i < members(); i++) {
      sum += load(i);
    }
    return sum / members();
  }

  /** The largest {@link #load}: when the last member is done with what it has. */
  public double mostLoad() {
    return IntStream.range(0, members()).mapToDouble(this::load).max().orElseThrow();
  }

  /** The loads when each member has got so much more, in the unit of the queues, at least 0. */
  public GroupLoads plusEach(double further) {
    return new GroupLoads(self, ImmutableDoubleArray.copyOf(queues.stream().map(queue -> queue + further)), rates, beatSeconds);
  }

  /** The mean of the rates. */
  public double meanRate() {
    return rates.stream().average().orElseThrow();
  }

  /** The imbalance: the mean difference of two members' waits, in beats; 0 where there is one. */
  public double imbalance() {
    double sum = 0;
    for (int i = 0; i < members(); i++) {
      for (int j = i + 1; j < members(); j++) {
        sum += Math.abs(load(i) - load(j));
      }
    }
    return members() == 1 ? 0 : 2 * sum / (members() * (members() - 1.0));
  }

  /**
   * The loads when members have got further work such that their waits are as equal as they can be. A member with nothing gets none: what
   * there is has not come to it.
   *
   * @param further in the unit of the queues, at least 0
   */
  public GroupLoads levelled(double further) {
    double level = Double.MAX_VALUE;
    double lower = level(further, level);
    while (lower < level) { // those that have more than that get nothing, which leaves more for the others
      level = lower;
      lower = level(further, level);
    }
    double[] filled = queues.toArray();
    for (int i = 0; i < filled.length; i++) {
      filled[i] = filled[i] == 0 ? 0 : Math.max(filled[i], level * rates.get(i));
    }
    return new GroupLoads(self, ImmutableDoubleArray.copyOf(filled), rates, beatSeconds);
  }

  /** For how long those members work that have work for that time at most, if they get all that is further, seconds. */
  private double level(double further, double mostSeconds) {
    double work = further;
    double rate = 0;
    for (int i = 0; i < members(); i++) {
      if (queues.get(i) <= mostSeconds * rates.get(i) * ROUNDING) {
        work += queues.get(i);
        rate += rates.get(i);
      }
    }
    return work / rate;
  }
}
