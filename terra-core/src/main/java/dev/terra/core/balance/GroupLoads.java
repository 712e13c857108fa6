package dev.terra.core.balance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.stream.IntStream;

/**
 * The loads of all members of a group as one member has received them. They are up to one beat old.
 *
 * @param self the number of the member that has received them, from 0
 * @param queues the work that waits or is under way at each member, in pieces or in bytes, at least 0
 * @param rates the work that each member serves per second, in the unit of the queues, above 0
 * @param beatSeconds the time between two beats, above 0
 */
public record GroupLoads(int self, ImmutableDoubleArray queues, ImmutableDoubleArray rates, double beatSeconds) {
  /** The most members of a group. */
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

  /** Returns the number of members. */
  public int members() {
    return queues.length();
  }

  /** Returns a member's load x = queue / rate, in beats: about the time for which a new piece would wait. */
  public double load(int member) {
    return queues.get(member) / rates.get(member) / beatSeconds;
  }

  /** Returns the mean of {@link #load} over all members. */
  public double meanLoad() {
    double sum = 0;
    for (int i = 0; i < members(); i++) {
      sum += load(i);
    }
    return sum / members();
  }

  /** Returns the largest {@link #load}: the time until the last member has completed its work, in beats. */
  public double mostLoad() {
    return IntStream.range(0, members()).mapToDouble(this::load).max().orElseThrow();
  }

  /** Returns the loads after each member has got further work, in the unit of the queues, at least 0. */
  public GroupLoads plusEach(double further) {
    return new GroupLoads(self, ImmutableDoubleArray.copyOf(queues.stream().map(queue -> queue + further)), rates, beatSeconds);
  }

  /** Returns the mean of the rates. */
  public double meanRate() {
    return rates.stream().average().orElseThrow();
  }

  /** Returns the imbalance: the mean difference of two members' loads, in beats; 0 if there is one member. */
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
   * Returns the loads after members have got further work such that their loads are as equal as possible. A member that has no work gets
   * none, since the existing work has not come to it either.
   *
   * @param further the further work of all members together, in the unit of the queues, at least 0
   */
  public GroupLoads levelled(double further) {
    double level = Double.MAX_VALUE;
    double lower = level(further, level);
    while (lower < level) { // members above the level get nothing, which leaves more for the others
      level = lower;
      lower = level(further, level);
    }
    double[] filled = queues.toArray();
    for (int i = 0; i < filled.length; i++) {
      filled[i] = filled[i] == 0 ? 0 : Math.max(filled[i], level * rates.get(i));
    }
    return new GroupLoads(self, ImmutableDoubleArray.copyOf(filled), rates, beatSeconds);
  }

  /** Returns for how many seconds those members work that have work for at most the given time, if they get all further work. */
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
