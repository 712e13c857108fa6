package dev.terra.controller.core;

import dev.terra.api.timing.ProtocolTiming;

/** How much the controller keeps. Whatever exceeds a limit is refused with an event that says so. */
final class ControllerLimits {
  /** Shuffles at once; far more than a cluster runs, and each costs a scheduling decision. */
  static final int SHUFFLES = 10_000;
  /** Reducers of one shuffle; MapReduce jobs rarely have more than 10,000, and a report of so many stays below 1 MiB. */
  static final int REDUCERS = 100_000;
  /** Numbers in all matrices together: 128 MiB of them. */
  static final long MATRIX_CELLS = 16L << 20;
  /** Bytes from one site to one reducer, and of one bundle's progress: 1 TiB and 1 EiB, so that no sum overflows. */
  static final long REDUCER_BYTES = 1L << 40;
  static final long BUNDLE_BYTES = 1L << 60;
  /** Handlers of one site that are listed; an agent knows no more. */
  static final int HANDLERS = 10_000;
  /** Characters of what a handler says of itself. */
  static final int HANDLER_TEXT = 500;
  /** Agents that are told again and again that another one is in their place, of which an event has spoken. */
  static final int REFUSED_AGENTS = 1_000;
  /** Who may say that links are down, besides agents: monitors and network controllers. */
  static final int LINK_SOURCES = 100;
  /** A link's capacity that changes by this part of the nominal one starts a round. */
  static final double CAPACITY_CHANGE_SHARE = 0.25;
  /** Ended shuffles kept for status, and to tell late reporters that they have ended. */
  static final int ENDED_SHUFFLES = 1_000;
  /** Bundles named in one event; the text has to stay readable. */
  static final int BUNDLES_IN_EVENT = 20;
  /**
   * An agent speaks every 500 ms; one that is silent for so many ticks of the controller's, 5 s, is lost: on links full of shuffles TCP
   * may need some seconds for a word. One that was killed is known by its connection, and a site that is cut off by its tunnels. Ticks
   * are counted instead of time, so that a stall of this process is not taken for silence of all agents.
   */
  static final int SILENT_TICKS = ProtocolTiming.CONTROL_SILENCE.in(ProtocolTiming.BEAT);
  /**
   * An agent that was started again, and whose old stream has not ended, as its host went down with it, joins when nothing has come on that
   * one for so many ticks, 1.5 s: one that lives has spoken three times by then.
   */
  static final int RESTART_TICKS = 3;
  /** How long events are gathered before a round. */
  static final long COALESCE_NANOS = 5_000_000L;
  /** How long less urgent changes (a reducer begins or stops to wait, one of very many bundles is done) are gathered. */
  static final long SOFT_COALESCE_NANOS = 100_000_000L;
  /**
   * If the last round took longer, the end of one of several bundles is no reason to hurry: of hundreds many end in a second.
   */
  static final double CHEAP_ROUND_MILLIS = 5;
  /** How long a new stream may take to say everything again before a schedule is made from it. */
  static final long SETTLE_NANOS = 50_000_000L;
  /**
   * For so many beats, 2 s, a controller that was elected waits for another agent before its first schedule: those that were attached to it
   * before need a round trip, others look for it again within a second.
   */
  static final int SUCCESSION_TICKS = 4;
  /**
   * A new schedule under which a shuffle would take 5 % less of the time that is left to it replaces the one that stands; for less,
   * bytes do not change their paths. The loss is of what is left, so that it vanishes towards the end. Nor do they for less than 0.2 s:
   * TCP takes some round trips to get going on a path that was not used of late. What others leave changes with each of their bundles that
   * ends, so a shuffle that gets it makes do with 90 % of it.
   */
  static final RoundPlan.Tolerance WORTH_A_CHANGE = new RoundPlan.Tolerance(0.05, 0.2, 0.1);
  /** Rates follow the bytes that are really left at least this often. */
  static final long REFRESH_NANOS = 1_000_000_000L;
  /** A tunnel of several hops that is down is planned without after this; until then its agent sends what it can another way. */
  static final long TUNNEL_DOWN_NANOS = ProtocolTiming.TUNNEL_DOWN.nanos();
  /** A link's state is not judged by tunnels to an agent that has just joined: they need time to open. */
  static final long JOIN_GRACE_NANOS = ProtocolTiming.JOIN_GRACE.nanos();
  /** A shuffle of which no live agent has anything is forgotten. */
  static final long ORPHAN_NANOS = ProtocolTiming.ORPHAN.nanos();
  /** A bundle with a waiting reducer gets at least this, so that its fetch does not run into its deadline. */
  static final double FLOOR_BYTES_PER_SECOND = 64 * 1024;
  /** All floors on a link together: more would bend the schedule. */
  static final double FLOOR_SHARE_OF_LINK = 0.05;

  private ControllerLimits() {}
}
