package dev.terra.network.onos;

/**
 * The groups of one switch.
 *
 * @param count how many of ours it has
 * @param problem why it has not all that it should have; empty: it has, or need not
 */
public record SwitchGroups(int count, String problem) {
  /** A switch without any, of which nothing is wrong. */
  public static final SwitchGroups NONE = new SwitchGroups(0, "");

  /** Both together; one problem is enough. */
  SwitchGroups and(SwitchGroups more) {
    return new SwitchGroups(count + more.count, problem.isEmpty() ? more.problem : problem);
  }
}
