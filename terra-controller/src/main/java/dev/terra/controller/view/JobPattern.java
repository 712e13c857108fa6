package dev.terra.controller.view;

/**
 * A job that recurs, as the pattern that its runs have in common.
 *
 * @param user the user of the runs
 * @param queue the queue in which YARN runs them, without its root
 * @param name the name that they have in common
 */
public record JobPattern(String user, String queue, String name) {
  @Override
  public String toString() {
    return "'" + name + "' of " + user + " in queue " + queue;
  }
}
