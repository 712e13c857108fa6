package dev.terra.agent.pipe;

import dev.terra.api.timing.ProtocolTiming;

/**
 * Decides when a link is silent and when it is dead, from what arrives by all connections over the link that one end has opened. Time is
 * counted in ticks ({@link ProtocolTiming#LINE_TICK}) instead of read from a clock, so that a stall of this process, in which nothing could
 * have been received, is never taken for silence of the link. Pure.
 *
 * <p>The line is probed at every second tick, so there is always something to receive. Where answers are quick, the link is silent after
 * 0.5 s and dead after 2 s in which nothing arrived by any connection. If nothing arrives by the line while bytes arrive by other
 * connections over its link, the line has lost packets, as happens on full links. The line is then given two seconds more, after which it
 * alone ends. If a link was found silent and then answers after all, it was found silent too soon. From then on it is given more time,
 * which is taken back slowly.
 */
public final class LineHealth {
  static final int SILENT_TICKS = ProtocolTiming.LINE_SILENT.in(ProtocolTiming.LINE_TICK);
  static final int DEAD_TICKS = ProtocolTiming.LINE_DEAD.in(ProtocolTiming.LINE_TICK);
  static final int PROBE_TICKS = 2;
  /** Ticks by which the line alone may be silent for longer. TCP may need as long for a packet that a full link lost twice. */
  static final int GRACE_TICKS = 20;
  /** Ticks by which each false alarm extends the time until the link is silent. */
  static final int FALSE_ALARM_TICKS = 3;
  /** Ticks after which one tick of that extension is taken back: 3 s. */
  static final int CALM_TICKS = 30;
  /** The most ticks that slow round trips and false alarms together add to a link's time: 1 s. */
  static final int MAX_PATIENCE_TICKS = 10;
  /** The assumed round trip before the first measurement: TCP's first time limit, RFC 6298. */
  private static final long FIRST_RTT_NANOS = 1_000_000_000;
  /** The divisor of the share by which the slowest round trip decreases with each faster one. */
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

  /** Records a round trip, in nanoseconds. */
  public void rtt(long nanos) {
    slowestNanos = measured ? Math.max(nanos, slowestNanos - slowestNanos / FADE) : nanos;
    measured = true;
  }

  /**
   * Counts a tick, and returns what to do at it.
   *
   * @param lineHeard whether anything arrived by the line since the last tick
   * @param linkHeard whether anything arrived by any connection over the link
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

  /** Returns whether the link has been silent for longer than a slow round trip and a lost packet explain. */
  public boolean isSilent() {
    return silent;
  }

  /** Returns how long nothing has arrived over the link, in milliseconds. */
  public long silentMillis() {
    return linkTicks * ProtocolTiming.LINE_TICK.millis();
  }

  /** Returns how long nothing has arrived by the line, in milliseconds. */
  public long lineSilentMillis() {
    return lineTicks * ProtocolTiming.LINE_TICK.millis();
  }
}
