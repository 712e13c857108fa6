package dev.terra.controller.core.agent;

import dev.terra.core.balance.BalanceKind;
import dev.terra.core.slice.Slices;

/**
 * The rules that agents have to follow.
 *
 * @param leaseMillis for how long agents keep their rates without a message from the controller, in milliseconds
 * @param slices the slices into which the agents of every site divide its work
 * @param balance how the agents of a site divide submitted shuffles
 */
public record AgentRules(int leaseMillis, Slices slices, BalanceKind balance) {
  /** Creates rules by which agents divide everything by hash. */
  public AgentRules(int leaseMillis, Slices slices) {
    this(leaseMillis, slices, BalanceKind.HASH);
  }
}
