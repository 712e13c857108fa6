package dev.terra.agent.pipe;

import dev.terra.api.timing.ProtocolTiming;

/**
 * Decides when a link is silent and when it is dead, from what is heard of all connections over it that one end has opened. Time is
 * counted in ticks ({@link ProtocolTiming#LINE_TICK}) instead of read from a clock, so that a stall of this process, in which nothing could
 * have been heard, is never taken for silence of the link. Pure.
 *
 * <p>The line is probed at every other tick, so there is always something to hear. Where answers are quick the link is silent after 0.5 s
 * and dead after 2 s in which nothing was heard of any connection. A line of which nothing is heard while others over its link are heard
 * has lost packets, as happens on full links: it is given two seconds more, and then ends alone. A link that was called silent and then
 * answers after all was called so too soon: from then on it is given more time, and that is forgotten slowly.
 */
public final class LineHealth {
  static final int SILENT_TICKS = ProtocolTiming.LINE_SILENT.in(ProtocolTiming.LINE_TICK);
  static final int DEAD_TICKS = ProtocolTiming.LINE_DEAD.in(ProtocolTiming.LINE_TICK);
  static final int PROBE_TICKS = 2;
  /** How much longer the line alone may be silent: TCP may need as long for a packet that a full link lost twice. */
  static final int GRACE_TICKS = 20;
  /** Ticks by which each false alarm makes it wait longer. */
  static final int FALSE_ALARM_TICKS = 3;
  /** Ticks after which one of those is taken back: 3 s. */
  static final int CALM_TICKS = 30;
  /** However slow round trips are, and however many false alarms there were, they give a link at most so much more: 1 s. */
  static final int MAX_PATIENCE_TICKS = 10;
  /** What a round trip is taken for before the first: TCP's first time limit, RFC 6298. */
  private static final long FIRST_RTT_NANOS = 1_000_000_000;
  /** The slowest round trip fades by this share with each that is faster. */
  private static final int FADE = 8;

  /** What to do at a tick. */
  public enum Verdict { NOTHING, PROBE, LINE_DEAD, LINK_DEAD }

  private int ticks;
  private int lineTicks;
  private int linkTicks;
  private int alarmTicks;
  private int calmTicks;
  private boolean silent;
  private boolean measured;
  private long slowestNanos = FIRST_RTT_NANOS;

  /** Notes a round trip. */
  public void rtt(long nanos) {
    slowestNanos = measured ? Math.max(nanos, slowestNanos - slowestNanos / FADE) : nanos;
    measured = true;
  }

  /**
   * Looks at a tick.
   *
   * @param lineHeard whether anything was heard on the line since the last one
   * @param linkHeard whether anything was heard of any connection over the link
   */
  public Verdict tick(boolean lineHeard, boolean linkHeard) {
    learn(linkHeard || lineHeard);
    lineTicks = lineHeard ? 0 : lineTicks + 1;
    linkTicks = linkHeard || lineHeard ? 0 : linkTicks + 1;
    silent = linkTicks >= SILENT_TICKS + patienceTicks();
    int deadTicks = DEAD_TICKS + Math.min(2 * slowestTicks(), MAX_PATIENCE_TICKS);
    if (linkTicks >= deadTicks) {
      return Verdict.LINK_DEAD;
    }
    if (lineTicks >= deadTicks + GRACE_TICKS) {
      return Verdict.LINE_DEAD;
    }
    return ticks++ % PROBE_TICKS == 0 ? Verdict.PROBE : Verdict.NOTHING;
  }

  private void learn(boolean heard) {
    if (heard && silent) {
      alarmTicks = Math.min(MAX_PATIENCE_TICKS, alarmTicks + FALSE_ALARM_TICKS);
      calmTicks = 0;
    } else if (alarmTicks > 0 && ++calmTicks >= CALM_TICKS) {
      alarmTicks--;
      calmTicks = 0;
    }
  }

  private int patienceTicks() {
    return Math.min(slowestTicks() + alarmTicks, MAX_PATIENCE_TICKS);
  }

  private int slowestTicks() {
    return (int) (slowestNanos / ProtocolTiming.LINE_TICK.nanos());
  }

  /** Whether the link has been silent for longer than a slow round trip and a lost packet explain. */
  public boolean isSilent() {
    return silent;
  }

  /** How long nothing was heard over the link, in milliseconds. */
  public long silentMillis() {
    return linkTicks * ProtocolTiming.LINE_TICK.millis();
  }

  /** How long nothing was heard on the line, in milliseconds. */
  public long lineSilentMillis() {
    return lineTicks * ProtocolTiming.LINE_TICK.millis();
  }
}
