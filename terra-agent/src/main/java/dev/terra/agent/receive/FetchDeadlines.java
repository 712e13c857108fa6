package dev.terra.agent.receive;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The deadlines of a fetch: when it is given up, and when its requests to the sending site are repeated, since messages may have been lost.
 * Pure: the time is an argument. It is used on the agent's thread only.
 */
public final class FetchDeadlines {
  /**
   * The time limit for the lengths of all segments. The handler gives up after 10 s without a head, and should receive the reason before
   * that. Over links with full queues, a request and its answer take 3 s, and a direct fetch is no faster there.
   */
  static final long HEAD_NANOS = ProtocolTiming.FETCH_HEAD.nanos();
  /**
   * The time without progress after which the reader is sent elsewhere if there is no tunnel to or from the sending site. An agent that was
   * killed and restarted at once is back by then, which costs less time than a direct fetch.
   */
  static final long UNREACHABLE_NANOS = ProtocolTiming.FETCH_UNREACHABLE.nanos();
  /**
   * The time without a byte and without an answer from the sending site after which a fetch is given up. Meanwhile, requests are repeated.
   */
  static final long SILENCE_NANOS = ProtocolTiming.FETCH_SILENCE.nanos();
  /**
   * The time without a byte after which a fetch is given up, whatever the sending site answers. For a while, a fetch that has to wait for
   * its turn is better off than with a direct fetch over full links. The handler gives up after 65 s, readers after three minutes.
   */
  static final long STALL_NANOS = ProtocolTiming.FETCH_STALL.nanos();
  /** The time without progress after which a request is repeated: the request or its answer can be lost with a tunnel. */
  static final long REPEAT_NANOS = ProtocolTiming.FETCH_REPEAT.nanos();
  /**
   * The divisor of the silence so far that gives the time between later repetitions. Hundreds of bundles that wait for their turn are
   * silent, too, and repeating each request every second would take capacity of slow links.
   */
  private static final int PART_OF_SILENCE = 2;

  /**
   * The time for which the head is held back while no byte is there. If the origin refuses the fetch within this time, the reader receives
   * the refusal in the origin's own words, since the response has not begun.
   */
  static final long HEAD_HOLD_NANOS = ProtocolTiming.FETCH_HEAD_HOLD.nanos();

  private final SiteId source;
  private final long startedNanos;
  private long progressNanos;
  private long answeredNanos;
  private long askedNanos;
  private boolean askSoon;

  /** Creates the deadlines of a fetch from a site. The fetch begins at the given time. */
  public FetchDeadlines(SiteId source, long nowNanos) {
    this.source = source;
    this.startedNanos = nowNanos;
    this.progressNanos = nowNanos;
    this.answeredNanos = nowNanos;
  }

  /** Records progress: bytes have arrived or were given to the reader, or the reader takes none. */
  public void progressed(long nowNanos) {
    progressNanos = nowNanos;
  }

  /** Records that the sending site has sent something about the fetch's segments. */
  public void answered(long nowNanos) {
    answeredNanos = nowNanos;
  }

  /** Records that something was requested from the sending site. */
  void asked(long nowNanos) {
    askedNanos = nowNanos;
  }

  /** Makes the next {@link #takeAskAgain} return true. */
  void askSoon() {
    askSoon = true;
  }

  /** Returns whether the reader is to get the head although no byte is there yet. */
  public boolean headIsDue(long nowNanos) {
    return nowNanos - startedNanos >= HEAD_HOLD_NANOS;
  }

  /**
   * Returns the reason why further waiting has no point, if there is one.
   *
   * @param headSent whether the reader has received the lengths
   * @param reachable whether there is any tunnel to or from the sending site
   */
  public Optional<String> reasonToGiveUp(boolean headSent, boolean reachable, long nowNanos) {
    long quiet = nowNanos - progressNanos;
    if (!headSent && nowNanos - startedNanos > HEAD_NANOS) {
      return Optional.of("no lengths of all segments from " + source + " within " + seconds(HEAD_NANOS) + " s");
    }
    if (quiet > UNREACHABLE_NANOS && !reachable) {
      return Optional.of("no tunnel to or from " + source);
    }
    if (quiet > SILENCE_NANOS && nowNanos - answeredNanos > SILENCE_NANOS) {
      return Optional.of("no byte and no answer from " + source + " for " + seconds(SILENCE_NANOS) + " s");
    }
    return quiet > STALL_NANOS ? Optional.of("no byte from " + source + " for " + seconds(STALL_NANOS) + " s") : Optional.empty();
  }

  private static long seconds(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(nanos);
  }

  /** Returns whether everything is to be requested again. A request for a repetition by {@link #askSoon} is thereby used up. */
  boolean takeAskAgain(long nowNanos) {
    long quiet = nowNanos - progressNanos;
    boolean again = askSoon || (quiet >= REPEAT_NANOS && nowNanos - askedNanos >= Math.max(REPEAT_NANOS, quiet / PART_OF_SILENCE));
    askSoon = askSoon && !again;
    return again;
  }
}
