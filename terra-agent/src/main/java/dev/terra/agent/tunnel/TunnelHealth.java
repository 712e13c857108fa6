package dev.terra.agent.tunnel;

import dev.terra.api.timing.ProtocolTiming;
import java.util.concurrent.TimeUnit;

/**
 * Decides when one end of a tunnel probes it and when a silent one is dead: a link that swallows packets sends no reset. Time
 * is counted in ticks ({@link Beat}) instead of read from a clock, so that a stall of this process, in which nothing could
 * have been heard, is never taken for silence of the peer. Pure.
 *
 * <p>A tunnel of one hop is probed at every tick in which nothing was heard, and every other one at least. One of several hops on
 * which bytes are under way mostly hears acknowledgements: it is probed once a second, and when it has been silent for two ticks.
 * Where answers are quick, a tunnel of either kind is suspect after 0.6 s of silence, and nothing new is sent on it. One of a single
 * hop is dead after 2 s; one of several hops, whose links live, after 10 s: to open it anew is
 * work for every relay, and what waits in them is lost. One of several hops on which nothing is under way is probed rarely: that its
 * links live is known from their lines ({@link Line}). So most frames of a WAN of many paths are data, not probes.
 *
 * <p>Some silence has a reason, and is given a grace. Where a chunk takes long at the tunnel's rate, acknowledgements come as seldom:
 * one of several hops is probed and suspect so much later, as hundreds of slow tunnels share a WAN, and probes of all their hops would
 * weigh as much as their data's headers. One of a single hop is suspect, and dead, two seconds later while other connections over
 * its link are heard: TCP may need as long for a packet that a full link lost twice, and shuffles are planned anew without the link.
 *
 * <p>A tunnel that was suspect and then answers after all was suspected too soon, be it that the far end is starved of its cores or that
 * packets are lost on a full link: from then on it is given more time, and that is forgotten slowly.
 */
final class TunnelHealth {
  /** Ticks without a byte after which a tunnel that owes an answer is suspect: 0.6 s. */
  static final int SUSPECT_TICKS = ProtocolTiming.TUNNEL_SUSPECT.in(ProtocolTiming.TUNNEL_TICK);
  /** Ticks without a byte after which a tunnel of one hop is dead: 2 s. */
  static final int DEAD_TICKS = ProtocolTiming.TUNNEL_DEAD.in(ProtocolTiming.TUNNEL_TICK);
  /** Ticks without a byte after which one of several hops is dead that owes an answer: 10 s. */
  static final int FAR_DEAD_TICKS = ProtocolTiming.TUNNEL_FAR_DEAD.in(ProtocolTiming.TUNNEL_TICK);
  /** Ticks between two probes of a tunnel of one hop of which something is heard: 0.4 s, as its far end may hear nothing but probes. */
  static final int WATCHING_TICKS = 2;
  /** Ticks between two probes of a tunnel of several hops that carries data and is heard of: 1 s, for its round trip. */
  static final int MEASURING_TICKS = 5;
  /** However slow a tunnel is, its chunks count for at most this: 2 s. */
  static final int MAX_CHUNK_TICKS = 10;
  /** How much longer a tunnel of one hop may be silent while others over its link are not: 2 s. */
  static final int LINK_GRACE_TICKS = 10;
  /** Silent ticks from which a tunnel of several hops that carries data is probed at each: acknowledgements may be as late. */
  static final int QUIET_TICKS = 2;
  /** Ticks between two probes of an idle tunnel of several hops: 10 s. */
  static final int IDLE_PROBE_TICKS = 50;
  /** Ticks without a byte after which an idle tunnel of several hops is dead: three probes. */
  static final int IDLE_DEAD_TICKS = 3 * IDLE_PROBE_TICKS;
  /** Ticks by which the first false alarm makes it wait longer; each further one as many more. */
  static final int FALSE_ALARM_TICKS = 2;
  /** Ticks after which one of those is taken back: 6 s. */
  static final int CALM_TICKS = 30;

  /** What to do at a tick. */
  enum Verdict { NOTHING, PROBE, DEAD }

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(Beat.MILLIS);
  /** What a round trip is taken for before the first: TCP's first time limit, RFC 6298. */
  private static final long FIRST_RTT_NANOS = TimeUnit.SECONDS.toNanos(1);
  /** The slowest round trip fades by this share with each that is faster. */
  private static final int FADE = 8;
  /** However slow round trips are, and however many false alarms there were, they give a tunnel at most so much more: 1 s. */
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

  /** Health of a tunnel; {@code watched} if it is to be probed often even when idle. */
  TunnelHealth(boolean watched) {
    this.watched = watched;
    this.expecting = watched;
  }

  /** The grace of a tunnel of several hops: the ticks of two chunks, rounded up, as every other one is acknowledged if they are slow. */
  static int chunkGrace(long chunkNanos) {
    return chunkNanos < TICK_NANOS ? 0 : (int) Math.min(MAX_CHUNK_TICKS, chunkNanos / (TICK_NANOS / 2) + 1);
  }

  /**
   * The grace of a tunnel of a single hop: while other connections over its link are heard, the link is not cut; a packet of this one
   * was lost, as happens on full links.
   */
  static int linkGrace(int linkSilentTicks) {
    return linkSilentTicks < QUIET_TICKS ? LINK_GRACE_TICKS : 0;
  }

  /** Notes a round trip: on a long path, and where the far end is starved of its cores, answers take longer. */
  void rtt(long nanos) {
    slowestNanos = measured ? Math.max(nanos, slowestNanos - slowestNanos / FADE) : nanos;
    measured = true;
  }

  /**
   * Looks at a tick.
   *
   * @param heard whether anything was heard since the last tick
   * @param awaiting whether bytes are under way that the far end has not acknowledged
   * @param graceTicks by how much later than usual something may be heard: {@link #chunkGrace}, {@link #linkGrace}
   */
  Verdict tick(boolean heard, boolean awaiting, int graceTicks) {
    boolean expected = expecting;
    // a question stays open until something is heard, even if the bytes have gone another way since
    expecting = watched || awaiting || (expecting && !heard);
    learn(heard);
    // what was not asked about could not be answered: silence counts from when an answer is expected
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

  /** Ticks of silence after which one that owes an answer is dead: 2 s, of several hops 10 s, and two slow round trips, at most 1 s. */
  int deadTicks() {
    return (watched ? DEAD_TICKS : FAR_DEAD_TICKS) + Math.min(2 * slowestTicks(), MAX_PATIENCE_TICKS);
  }

  private int patienceTicks() {
    return Math.min(slowestTicks() + alarmTicks, MAX_PATIENCE_TICKS);
  }

  private int slowestTicks() {
    return (int) (slowestNanos / TICK_NANOS);
  }

  /** Whether it has been silent for longer than a slow round trip and a lost packet or two explain: what was sent may be lost. */
  boolean isSuspect() {
    return suspect;
  }

  /** How long it has been silent, in milliseconds. */
  long silentMillis() {
    return silentTicks * Beat.MILLIS;
  }
}
