package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;

/**
 * What is known of one bundle, bytes.
 *
 * @param placed of the reducers that are at the destination now
 * @param done how far it is
 * @param bypassed whether it is too small for Terra so far: its sender sends nothing of it
 * @param onDemand whether nothing of it is sent before a reducer asks; some of what is placed may never be asked for
 * @param sent bytes on links by path, also of what was sent again
 */
public record BundleState(long placed, ProgressBook.Done done, boolean bypassed, boolean onDemand, ImmutableMap<Path, Long> sent) {
  /** A bundle of which nothing was sent. */
  BundleState(long placed, ProgressBook.Done done, boolean bypassed, boolean onDemand) {
    this(placed, done, bypassed, onDemand, ImmutableMap.of());
  }

  /** Received at the destination. */
  public long acknowledged() {
    return done.acknowledged();
  }

  /** Gone another way. */
  long withdrawn() {
    return done.withdrawn();
  }

  /** Not yet received though a reducer waits. */
  public long requestedOutstanding() {
    return done.requested();
  }

  /** All that has gone there, by Terra or otherwise, and is to go: also for reducers that have moved on. */
  long expected() {
    return onDemand ? Math.max(placed, known()) : acknowledged() + withdrawn() + done.left(placed);
  }

  /** The expected bytes whose destination is known; of a bundle on demand, those that have been asked for. */
  long known() {
    return onDemand ? acknowledged() + withdrawn() + requestedOutstanding() : expected();
  }

  /** The known bytes of reducers that have moved on, so that they cross again. */
  long moved() {
    return Math.max(0, known() - placed);
  }

  /** What Terra carries of it, has carried or is to. */
  long carried() {
    if (bypassed) {
      return acknowledged();
    }
    return onDemand ? acknowledged() + requestedOutstanding() : Math.max(0, expected() - withdrawn());
  }

  /** What is left to send through Terra. What reducers wait for is left, whatever the sums say. */
  long remaining() {
    return Math.max(bypassed || onDemand ? 0 : done.left(placed), requestedOutstanding());
  }

  /**
   * What of that needs a rate: not what is on its way already. Of what is sent on demand all of it, since a reader that has got something
   * asks for more.
   */
  public long unsent() {
    return onDemand ? remaining() : Math.max(0, remaining() - done.underWay());
  }

  /** How many bytes on links that is, if chunks go on to shrink as they do: what is planned. */
  public long unsentOnLinks() {
    return (long) Math.ceil(unsent() * done.sender().wireShare());
  }
}
