package dev.terra.agent.receive;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * When a fetch is given up, and when its sending site is asked again, since what was said may have been lost. Pure: the time is an
 * argument. On the agent's thread.
 */
public final class FetchDeadlines {
  /**
   * The handler gives up after 10 s without a head; it should hear why before that. Over links with full queues a question and its answer
   * take 3 s, and a direct fetch is no faster there.
   */
  static final long HEAD_NANOS = ProtocolTiming.FETCH_HEAD.nanos();
  /**
   * Without any tunnel to the sending site and without progress for so long, the reader is sent elsewhere: an agent that was killed and is
   * started again at once is back by then, which is less than a direct fetch would cost.
   */
  static final long UNREACHABLE_NANOS = ProtocolTiming.FETCH_UNREACHABLE.nanos();
  /** Without a byte, and without an answer from the sending site, which is asked again all the while, it is given up after so long. */
  static final long SILENCE_NANOS = ProtocolTiming.FETCH_SILENCE.nanos();
  /**
   * Whatever the sending site answers, without a byte for so long it is given up: one that has to wait for its turn is better off, for a
   * while, than with a direct fetch over links that are full. The handler gives up after 65 s, readers after three minutes.
   */
  static final long STALL_NANOS = ProtocolTiming.FETCH_STALL.nanos();
  /** A request or its answer can be lost with a tunnel: it is asked for again after so long without progress. */
  static final long REPEAT_NANOS = ProtocolTiming.FETCH_REPEAT.nanos();
  /**
   * Later questions come after this part of the silence so far: hundreds of bundles that wait for their turn are silent too, and to ask for
   * each every second takes capacity of slow links.
   */
  private static final int PART_OF_SILENCE = 2;

  /**
   * The lengths are held back for so long while no byte is there: a refusal of the origin that comes before reaches the reader in the
   * origin's own words, since its answer has not begun.
   */
  static final long HEAD_HOLD_NANOS = ProtocolTiming.FETCH_HEAD_HOLD.nanos();

  private final SiteId source;
  private final long startedNanos;
  private long progressNanos;
  private long answeredNanos;
  private long askedNanos;
  private boolean askSoon;

  /** The deadlines of a fetch from a site that begins now. */
  public FetchDeadlines(SiteId source, long nowNanos) {
    this.source = source;
    this.startedNanos = nowNanos;
    this.progressNanos = nowNanos;
    this.answeredNanos = nowNanos;
  }

  /** Bytes have come, or went on to the reader, or the reader takes none. */
  public void progressed(long nowNanos) {
    progressNanos = nowNanos;
  }

  /** The sending site has said something of the fetch's segments. */
  public void answered(long nowNanos) {
    answeredNanos = nowNanos;
  }

  /** The sending site has been asked for something. */
  void asked(long nowNanos) {
    askedNanos = nowNanos;
  }

  /** The next look at the time shall ask for everything again. */
  void askSoon() {
    askSoon = true;
  }

  /** Whether the reader is to get the lengths though no byte is there yet. */
  public boolean headIsDue(long nowNanos) {
    return nowNanos - startedNanos >= HEAD_HOLD_NANOS;
  }

  /**
   * Why waiting on has no point.
   *
   * @param headSent whether the reader knows the lengths
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

  /** Whether everything is to be asked for again now; it then counts as done. */
  boolean takeAskAgain(long nowNanos) {
    long quiet = nowNanos - progressNanos;
    boolean again = askSoon || (quiet >= REPEAT_NANOS && nowNanos - askedNanos >= Math.max(REPEAT_NANOS, quiet / PART_OF_SILENCE));
    askSoon = askSoon && !again;
    return again;
  }
}
