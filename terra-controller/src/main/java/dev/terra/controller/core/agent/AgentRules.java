package dev.terra.controller.core.agent;

import dev.terra.core.balance.BalanceKind;
import dev.terra.core.slice.Slices;

/**
 * What agents have to keep to.
 *
 * @param leaseMillis how long they keep their rates without hearing from the controller
 * @param slices among which the agents of every site divide its work
 * @param balance how they divide submitted shuffles
 */
public record AgentRules(int leaseMillis, Slices slices, BalanceKind balance) {
  /** They divide everything by hash. */
  public AgentRules(int leaseMillis, Slices slices) {
    this(leaseMillis, slices, BalanceKind.HASH);
  }
}
