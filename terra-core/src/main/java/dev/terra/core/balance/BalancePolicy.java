package dev.terra.core.balance;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * Who works on a new piece of work: the member at which it arrives keeps it, or gives it to another one. A policy is pure: an instance is a
 * state, which does not change, and chance comes from the caller.
 */
public interface BalancePolicy {
  /**
   * Who works on a piece that arrived at a member.
   *
   * @param draw a number with 64 random bits
   * @return a member's number; the own one to keep it
   */
  int target(GroupLoads loads, long draw);

  /**
   * From whom a member takes a piece when it has none left.
   *
   * @param draw a number with 64 random bits
   * @return a member's number; the own one to take none
   */
  default int source(GroupLoads loads, long draw) {
    return loads.self();
  }

  /** The state after a beat. */
  default BalancePolicy after(Beat beat) {
    return this;
  }

  /**
   * What a member saw from one beat to the next.
   *
   * @param before the loads by which it decided
   * @param now the loads after it
   * @param given how many pieces it gave to each member; its own number stands for what it kept
   * @param taken how many times it chose each member to take from; its own number stands for none
   * @param moved how many pieces moved in the whole group, at least 0
   */
  record Beat(GroupLoads before, GroupLoads now, ImmutableDoubleArray given, ImmutableDoubleArray taken, double moved) {}

  /** A number from 0 to below a bound, by some of the bits of a draw. */
  static int pick(long draw, int turn, int bound) {
    long mixed = (draw + turn * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return (int) ((mixed >>> 33) % bound);
  }

  /** A number in [0, 1), by a draw. */
  static double uniform(long draw) {
    return (draw >>> 11) * 0x1.0p-53;
  }
}
