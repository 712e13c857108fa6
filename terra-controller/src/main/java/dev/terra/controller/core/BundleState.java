package dev.terra.controller.core;

/**
 * What is known of one bundle, bytes.
 *
 * @param expected of the reducers placed at the destination, and what went there for reducers that have moved on since
 * @param moved of the expected ones: for reducers that have moved on
 * @param done how far it is
 * @param bypassed whether it is too small for Terra so far: its sender sends nothing of it
 * @param onDemand whether nothing of it is sent before a reducer asks; some of what is expected may never be asked for
 */
record BundleState(long expected, long moved, ProgressBook.Done done, boolean bypassed, boolean onDemand) {
  /** Received at the destination. */
  long acknowledged() {
    return done.acknowledged();
  }

  /** Gone another way. */
  long withdrawn() {
    return done.withdrawn();
  }

  /** Not yet received though a reducer waits. */
  long requestedOutstanding() {
    return done.requested();
  }

  /** Of what is expected that for which it is known where it goes: of what is sent on demand what has been asked for. */
  long known() {
    return onDemand ? Math.min(expected, acknowledged() + withdrawn() + requestedOutstanding()) : expected;
  }

  /** What Terra carries of it, has carried or is to. */
  long carried() {
    if (bypassed) {
      return acknowledged();
    }
    return onDemand ? acknowledged() + requestedOutstanding() : Math.max(0, expected - withdrawn());
  }

  /** What is left to send through Terra. What reducers wait for is left, whatever the sums say. */
  long remaining() {
    long planned = bypassed || onDemand ? 0 : Math.max(0, expected - acknowledged() - withdrawn());
    return Math.max(planned, requestedOutstanding());
  }

  /**
   * What of that needs a rate: not what is on its way already. Of what is sent on demand all of it, since a reader that has got something
   * asks for more.
   */
  long unsent() {
    return onDemand ? remaining() : Math.max(0, remaining() - done.underWay());
  }
}
