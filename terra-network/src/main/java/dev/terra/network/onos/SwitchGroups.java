package dev.terra.network.onos;

/**
 * The state of the groups of one switch.
 *
 * @param count the number of Terra's groups that it has
 * @param problem why the switch lacks groups; empty if it lacks none
 */
public record SwitchGroups(int count, String problem) {
  /** The state of a switch without groups and without a problem. */
  public static final SwitchGroups NONE = new SwitchGroups(0, "");

  /** Returns the sum of both, with the first problem. */
  SwitchGroups and(SwitchGroups more) {
    return new SwitchGroups(count + more.count, problem.isEmpty() ? more.problem : problem);
  }
}
