package dev.terra.controller.view;

/**
 * The jobs that count as one that recurs.
 *
 * @param user whose they are
 * @param queue in which YARN runs them, without its root
 * @param name the name that they have in common
 */
public record JobPattern(String user, String queue, String name) {
  @Override
  public String toString() {
    return "'" + name + "' of " + user + " in queue " + queue;
  }
}
