package dev.terra.agent.control;

/**
 * The term of the controller that leads: later leaders have higher ones, so what comes with a lower one than the highest that was seen
 * comes from a controller that has been replaced. Pure.
 */
final class LeaderTerm {
  private long newest;
  private long dropped;

  /** Notes a term; false if it is older than one that was seen, and what came with it is to be dropped. */
  boolean advance(long term) {
    if (Long.compareUnsigned(term, newest) < 0) {
      dropped++;
      return false;
    }
    newest = term;
    return true;
  }

  /** The highest that was seen; 0 before the first. */
  long newest() {
    return newest;
  }

  /** How much was dropped. */
  long dropped() {
    return dropped;
  }
}
