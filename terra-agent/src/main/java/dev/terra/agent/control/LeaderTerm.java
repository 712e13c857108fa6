package dev.terra.agent.control;

/**
 * The term of the controller that leads. Later leaders have higher terms, so a message with a lower term than the highest one seen comes
 * from a controller that has been replaced.
 */
final class LeaderTerm {
  private long newest;
  private long dropped;

  /** Notes the term of a message; returns false if it is lower than the highest one seen, so that the message is to be dropped. */
  boolean advance(long term) {
    if (Long.compareUnsigned(term, newest) < 0) {
      dropped++;
      return false;
    }
    newest = term;
    return true;
  }

  /** Returns the highest term that was seen; 0 before the first. */
  long newest() {
    return newest;
  }

  /** Returns the number of dropped messages. */
  long dropped() {
    return dropped;
  }
}
