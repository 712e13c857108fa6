package dev.terra.core.balance;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * A policy that decides which member of a group does a new piece of work: the member at which the piece arrives keeps it, or gives it to
 * another member. A policy is pure: an instance is a state that does not change, and the caller supplies random bits.
 */
public interface BalancePolicy {
  /**
   * Returns the member that does a piece of work that arrived at the member {@code loads.self()}.
   *
   * @param draw a number with 64 random bits
   * @return the number of the member that does the piece; {@code loads.self()} to keep it
   */
  int target(GroupLoads loads, long draw);

  /**
   * Returns the member from which the member {@code loads.self()} takes a piece when it has none left.
   *
   * @param draw a number with 64 random bits
   * @return the number of the member to take from; {@code loads.self()} to take nothing
   */
  default int source(GroupLoads loads, long draw) {
    return loads.self();
  }

  /** Returns the state of the policy after a beat. */
  default BalancePolicy after(Beat beat) {
    return this;
  }

  /**
   * The observations of a member from one beat to the next.
   *
   * @param before the loads at the earlier beat, by which the member decided
   * @param now the loads at the later beat
   * @param given the number of pieces that it gave to each member, by the member's number; the entry of its own number counts the
   *     pieces that it kept
   * @param taken how often it chose each member to take from, by the member's number; the entry of its own number counts how often it
   *     took nothing
   * @param moved the number of pieces that moved in the whole group, at least 0
   */
  record Beat(GroupLoads before, GroupLoads now, ImmutableDoubleArray given, ImmutableDoubleArray taken, double moved) {}

  /**
   * Returns a number from 0 to below a bound, chosen by some of the bits of a draw. The turn distinguishes the numbers that are taken from
   * one draw.
   */
  static int pick(long draw, int turn, int bound) {
    long mixed = (draw + turn * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return (int) ((mixed >>> 33) % bound);
  }

  /** Returns the number in [0, 1) that the bits of a draw stand for. */
  static double uniform(long draw) {
    return (draw >>> 11) * 0x1.0p-53;
  }
}
