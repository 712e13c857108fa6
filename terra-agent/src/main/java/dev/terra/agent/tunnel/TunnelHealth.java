package dev.terra.agent.tunnel;

import dev.terra.api.timing.ProtocolTiming;
import java.util.concurrent.TimeUnit;

/**
 * Decides when one end of a tunnel probes it, and when a silent tunnel is dead. Silence has to be detected, since a link that swallows
 * packets sends no reset. Time is counted in ticks ({@link Beat}) instead of read from a clock, so that a stall of this process, in which
 * nothing could have been received, is never taken for silence of the peer. Pure.
 *
 * <p>A tunnel of one hop is probed at every tick in which nothing arrived, and otherwise at every second tick at least. A tunnel of several
 * hops on which bytes are under way mostly receives acknowledgements: it is probed once a second, and when it has been silent for two
 * ticks. Where answers are quick, a tunnel of either kind is suspect after 0.6 s of silence, and nothing new is sent on it. A tunnel of one
 * hop is dead after 2 s of silence. A tunnel of several hops, whose links live, is dead after 10 s: opening it anew is work for every
 * relay, and the bytes that wait in relays are lost. A tunnel of several hops on which nothing is under way is probed rarely, since the
 * lines of its links ({@link Line}) show that these live. So most frames of a WAN with many paths are data, not probes.
 *
 * <p>Some silence has a reason, and a tunnel is given a grace for it. Where a chunk takes long at the tunnel's rate, acknowledgements are
 * as rare. A tunnel of several hops is probed and suspect that much later: hundreds of slow tunnels share a WAN, and probes of all their
 * hops would weigh as much as the headers of their data. A tunnel of one hop is suspect, and dead, two seconds later while other
 * connections over its link receive bytes: TCP may need as long for a packet that a full link lost twice, and a dead tunnel makes shuffles
 * be planned anew without the link.
 *
 * <p>If a suspect tunnel answers after all, it was suspected too soon: the far end lacks processor cores, or packets are lost on a full
 * link. From then on the tunnel is given more time, which is taken back slowly.
 */
final class TunnelHealth {
  /** Ticks without a byte after which a tunnel that owes an answer is suspect: 0.6 s. */
  static final int SUSPECT_TICKS = ProtocolTiming.TUNNEL_SUSPECT.in(ProtocolTiming.TUNNEL_TICK);
  /** Ticks without a byte after which a tunnel of one hop is dead: 2 s. */
  static final int DEAD_TICKS = ProtocolTiming.TUNNEL_DEAD.in(ProtocolTiming.TUNNEL_TICK);
  /** Ticks without a byte after which a tunnel of several hops that owes an answer is dead: 10 s. */
  static final int FAR_DEAD_TICKS = ProtocolTiming.TUNNEL_FAR_DEAD.in(ProtocolTiming.TUNNEL_TICK);
  /** Ticks between two probes of a tunnel of one hop on which bytes arrive: 0.4 s. Its far end may receive nothing but probes. */
  static final int WATCHING_TICKS = 2;
  /**
   * Ticks between two probes of a tunnel of several hops that carries data and receives answers: 1 s. These probes measure its round trip.
   */
  static final int MEASURING_TICKS = 5;
  /** The most ticks that slow chunks add to a tunnel's grace: 2 s. */
  static final int MAX_CHUNK_TICKS = 10;
  /** Ticks by which a tunnel of one hop may be silent for longer while other connections over its link are not silent: 2 s. */
  static final int LINK_GRACE_TICKS = 10;
  /** Silent ticks from which a tunnel of several hops that carries data is probed at each tick. Acknowledgements may be that late. */
  static final int QUIET_TICKS = 2;
  /** Ticks between two probes of an idle tunnel of several hops: 10 s. */
  static final int IDLE_PROBE_TICKS = 50;
  /** Ticks without a byte after which an idle tunnel of several hops is dead: the time of three probes. */
  static final int IDLE_DEAD_TICKS = 3 * IDLE_PROBE_TICKS;
  /** Ticks by which each false alarm extends the time until the tunnel is suspect. */
  static final int FALSE_ALARM_TICKS = 2;
  /** Ticks after which one tick of that extension is taken back: 6 s. */
  static final int CALM_TICKS = 30;

  /** What to do at a tick. */
  enum Verdict { NOTHING, PROBE, DEAD }

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(Beat.MILLIS);
  /** The assumed round trip before the first measurement: TCP's first time limit, RFC 6298. */
  private static final long FIRST_RTT_NANOS = TimeUnit.SECONDS.toNanos(1);
  /** The divisor of the share by which the slowest round trip decreases with each faster one. */
  private static final int FADE = 8;
  /** The most ticks that slow round trips and false alarms together add to a tunnel's time: 1 s. */
  private static final int MAX_PATIENCE_TICKS = 5;

  private final boolean watched;
  private int ticksSinceProbe = IDLE_PROBE_TICKS;
  private int silentTicks;
  private boolean expecting;
  private boolean suspect;
  private int alarmTicks;
  private int calmTicks;
  private long slowestNanos = FIRST_RTT_NANOS;
  private boolean measured;

  /** Creates the health of a tunnel. With {@code watched}, the tunnel is probed often even when it is idle. */
  TunnelHealth(boolean watched) {
    this.watched = watched;
    this.expecting = watched;
  }

  /**
   * Returns the grace of a tunnel of several hops: the ticks that two chunks take, rounded up, as every second chunk is acknowledged if
   * chunks are slow.
   */
  static int chunkGrace(long chunkNanos) {
    return chunkNanos < TICK_NANOS ? 0 : (int) Math.min(MAX_CHUNK_TICKS, chunkNanos / (TICK_NANOS / 2) + 1);
  }

  /**
   * Returns the grace of a tunnel of one hop. While other connections over its link receive bytes, the link is not cut: a packet of this
   * tunnel was lost, as happens on full links.
   */
  static int linkGrace(int linkSilentTicks) {
    return linkSilentTicks < QUIET_TICKS ? LINK_GRACE_TICKS : 0;
  }

  /** Records a round trip. On a long path, and where the far end lacks processor cores, answers take longer. */
  void rtt(long nanos) {
    slowestNanos = measured ? Math.max(nanos, slowestNanos - slowestNanos / FADE) : nanos;
    measured = true;
  }

  /**
   * Counts a tick, and returns what to do at it.
   *
   * @param heard whether anything arrived since the last tick
   * @param awaiting whether bytes are under way that the far end has not acknowledged
   * @param graceTicks by how many ticks later than usual something may arrive: {@link #chunkGrace}, {@link #linkGrace}
   */
  Verdict tick(boolean heard, boolean awaiting, int graceTicks) {
    boolean expected = expecting;
    // an answer is expected until something arrives, even if the bytes have gone another way since
    expecting = watched || awaiting || (expecting && !heard);
    learn(heard);
    // silence counts only from when an answer is expected: without bytes or probes there is nothing to answer
    silentTicks = heard || (expecting && !expected) ? 0 : silentTicks + 1;
    suspect = expecting && silentTicks >= SUSPECT_TICKS + graceTicks + patienceTicks();
    if (silentTicks >= (expecting ? deadTicks() + (watched ? graceTicks : 0) : IDLE_DEAD_TICKS)) {
      return Verdict.DEAD;
    }
    ticksSinceProbe++;
    if (!isProbeDue(graceTicks)) {
      return Verdict.NOTHING;
    }
    ticksSinceProbe = 0;
    return Verdict.PROBE;
  }

  private boolean isProbeDue(int graceTicks) {
    if (!expecting) {
      return ticksSinceProbe >= IDLE_PROBE_TICKS;
    }
    return watched ? silentTicks > 0 || ticksSinceProbe >= WATCHING_TICKS
        : silentTicks >= QUIET_TICKS + graceTicks || ticksSinceProbe >= (graceTicks == 0 ? MEASURING_TICKS : IDLE_PROBE_TICKS);
  }

  private void learn(boolean heard) {
    if (heard && suspect) {
      alarmTicks = Math.min(MAX_PATIENCE_TICKS, alarmTicks + FALSE_ALARM_TICKS);
      calmTicks = 0;
    } else if (alarmTicks > 0 && ++calmTicks >= CALM_TICKS) {
      alarmTicks--;
      calmTicks = 0;
    }
  }

  /**
   * Returns the ticks of silence after which a tunnel that owes an answer is dead: 2 s, or 10 s if it has several hops, and two slow round
   * trips, at most 1 s.
   */
  int deadTicks() {
    return (watched ? DEAD_TICKS : FAR_DEAD_TICKS) + Math.min(2 * slowestTicks(), MAX_PATIENCE_TICKS);
  }

  private int patienceTicks() {
    return Math.min(slowestTicks() + alarmTicks, MAX_PATIENCE_TICKS);
  }

  private int slowestTicks() {
    return (int) (slowestNanos / TICK_NANOS);
  }

  /**
   * Returns whether the tunnel has been silent for longer than a slow round trip and a lost packet or two explain, so that what was sent
   * may be lost.
   */
  boolean isSuspect() {
    return suspect;
  }

  /** Returns how long the tunnel has been silent, in milliseconds. */
  long silentMillis() {
    return silentTicks * Beat.MILLIS;
  }
}
