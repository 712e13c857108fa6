package dev.terra.core.balance;

/** The policy by which each member keeps the pieces that a hash gave to it. */
public record KeepPolicy() implements BalancePolicy {
  @Override
  public int target(GroupLoads loads, long draw) {
    return loads.self();
  }
}
