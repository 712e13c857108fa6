package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Path;

/**
 * The state of one bundle, in bytes.
 *
 * @param placed bytes for the reducers that are at the destination at present
 * @param done the progress of the bundle
 * @param bypassed whether the bundle is too small for Terra so far, so that its sender sends nothing of it
 * @param onDemand whether nothing of the bundle is sent before a reducer asks; some of the placed bytes may never be requested
 * @param sent bytes on links by path, including bytes that were sent again
 */
public record BundleState(long placed, ProgressBook.Done done, boolean bypassed, boolean onDemand, ImmutableMap<Path, Long> sent) {
  /** Creates a bundle of which nothing was sent. */
  BundleState(long placed, ProgressBook.Done done, boolean bypassed, boolean onDemand) {
    this(placed, done, bypassed, onDemand, ImmutableMap.of());
  }

  /** The bytes received at the destination. */
  public long acknowledged() {
    return done.acknowledged();
  }

  /** The bytes that went another way. */
  long withdrawn() {
    return done.withdrawn();
  }

  /** The bytes that a reducer waits for and that have not been received. */
  public long requestedOutstanding() {
    return done.requested();
  }

  /**
   * All bytes that have gone to the destination, by Terra or otherwise, or are to go there. Bytes for reducers that have moved on count,
   * too.
   */
  long expected() {
    return onDemand ? Math.max(placed, known()) : acknowledged() + withdrawn() + done.left(placed);
  }

  /** The expected bytes whose destination is known. For a bundle on demand, the bytes that have been requested. */
  long known() {
    return onDemand ? acknowledged() + withdrawn() + requestedOutstanding() : expected();
  }

  /** The known bytes of reducers that have moved on. They cross the WAN again. */
  long moved() {
    return Math.max(0, known() - placed);
  }

  /** The bytes of the bundle that Terra has carried or is to carry. */
  long carried() {
    if (bypassed) {
      return acknowledged();
    }
    return onDemand ? acknowledged() + requestedOutstanding() : Math.max(0, expected() - withdrawn());
  }

  /**
   * The bytes that are left to send through Terra. Bytes that reducers wait for are always left, even if the other numbers contradict this.
   */
  long remaining() {
    return Math.max(bypassed || onDemand ? 0 : done.left(placed), requestedOutstanding());
  }

  /**
   * The remaining bytes that need a rate. Bytes that are already under way need none. For a bundle on demand, all remaining bytes need one,
   * since a reader that has received something requests more.
   */
  public long unsent() {
    return onDemand ? remaining() : Math.max(0, remaining() - done.underWay());
  }

  /** The unsent bytes as bytes on links, if compression continues to save as much as so far. Schedules plan this number. */
  public long unsentOnLinks() {
    return (long) Math.ceil(unsent() * done.sender().wireShare());
  }
}
