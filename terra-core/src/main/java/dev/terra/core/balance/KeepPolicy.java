package dev.terra.core.balance;

/** Each member keeps what a hash dealt out to it. */
public record KeepPolicy() implements BalancePolicy {
  @Override
  public int target(GroupLoads loads, long draw) {
    return loads.self();
  }
}
