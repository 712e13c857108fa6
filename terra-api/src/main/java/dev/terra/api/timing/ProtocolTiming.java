package dev.terra.api.timing;

import dev.terra.core.limit.Backoff;
import java.time.Duration;

/**
 * The durations for which the parts of Terra wait for each other. A part has to be more patient than the part for which it waits, so these
 * durations are in one place. {@code ProtocolTimingTest} has the relations between them, each with its reason. Durations that do not depend
 * on another part are defined where they are used.
 */
public enum ProtocolTiming {
  BEAT(Group.SITE, Duration.ofMillis(500), "The interval of the beats by which agents, handlers, the controller and job masters show "
      + "each other that they are alive"),
  HANDLER_WATCH(Group.SITE, Duration.ofSeconds(1), "How often a handler checks for its agent's beats; a handler sends beats to a silent "
      + "agent at this interval"),
  AGENT_SILENCE(Group.SITE, Duration.ofSeconds(2), "How long an agent may be silent before its handlers stop relying on it and new "
      + "fetches take the stock path"),
  HANDLER_LEASE(Group.SITE, Duration.ofSeconds(4), "How long a handler may be silent before no reader is redirected to it; the news may "
      + "have to cross a full WAN link within this time"),
  AGENT_DEAD(Group.SITE, Duration.ofSeconds(6), "How long an agent may be silent before a handler replaces its connection to the agent"),
  HANDLER_GONE(Group.SITE, Duration.ofSeconds(10), "How long a handler may be silent before its agent closes the connection; the handler "
      + "has to connect again"),
  HANDLER_TOLD(Group.SITE, Duration.ofSeconds(3), "The time within which a handler that has connected reports all its map outputs"),
  OUTPUT_TOLD(Group.SITE, Duration.ofSeconds(2), "The time within which a handler finds and reports an output that was just written; an "
      + "agent keeps a request for the output as long"),
  RETURN(Group.SITE, Duration.ofSeconds(8), "The time within which a NodeManager or an agent that was killed and restarted at once is "
      + "connected again; others wait for it as long"),
  BREAKER_OPEN(Group.SITE, Duration.ofSeconds(5), "How long a handler does not use an agent that has answered wrongly"),
  DECISION(Group.SITE, Duration.ofSeconds(1), "How long a handler waits for its agent's decision before it serves a request itself"),
  SITE_CONNECT(Group.SITE, Duration.ofSeconds(1), "The time limit for opening a connection within a site"),
  SEGMENT_READ(Group.SITE, Duration.ofSeconds(10), "The time limit of an agent's read of at most 1 MiB from a handler"),
  SEGMENT_IDLE(Group.SITE, Duration.ofSeconds(120), "How long a connection may be idle before a handler closes it"),
  HELLO(Group.SITE, Duration.ofSeconds(5), "The time within which a handler that has connected must identify itself"),
  FETCH_REQUEST(Group.SITE, Duration.ofSeconds(30), "How long a connection to an agent's fetch port may be idle before the agent closes "
      + "it"),
  HANDLER_RECONNECT_LONGEST(Group.SITE, Duration.ofSeconds(5), "The longest pause between a handler's attempts to reach its agent; a "
      + "thousand handlers then make 200 attempts a second at most"),

  FETCH_REPEAT(Group.FETCH, Duration.ofSeconds(1), "How long the reader's agent waits without progress before it repeats its request to "
      + "the sending agent"),
  READER_IN_ORDER(Group.FETCH, Duration.ofSeconds(5), "Where readers are served in order, how long one may get nothing before it is "
      + "served in between"),
  FETCH_HEAD_HOLD(Group.FETCH, Duration.ofSeconds(1), "How long the reader's agent holds back the lengths of segments of which no byte "
      + "has arrived; if a refusal arrives first, the reader gets the origin's own answer"),
  FETCH_UNREACHABLE(Group.FETCH, Duration.ofSeconds(8), "How long the reader's agent waits for a first byte while there is no tunnel to "
      + "the sending site"),
  FETCH_HEAD(Group.FETCH, Duration.ofSeconds(9), "How long the reader's agent waits for the lengths of the segments of a fetch"),
  RELAY_HEAD(Group.FETCH, Duration.ofSeconds(10), "How long a relaying handler waits for the lengths of the segments from its agent"),
  BROADCAST_DUE(Group.FETCH, Duration.ofSeconds(10), "The time within which a redirected reader of a broadcast has caused its site's "
      + "agent to request the bytes"),
  FETCH_SILENCE(Group.FETCH, Duration.ofSeconds(25), "How long the reader's agent waits for a next byte while the sending agent does not "
      + "answer"),
  FETCH_STALL(Group.FETCH, Duration.ofSeconds(60), "How long the reader's agent waits for a next byte, whatever the sending agent answers"),
  RELAY_STALL(Group.FETCH, Duration.ofSeconds(65), "How long a relaying handler waits for a next byte from its agent"),
  DIRECT_CONNECT(Group.FETCH, Duration.ofSeconds(5), "The time limit for a relaying handler's connection to an origin; it allows for one "
      + "lost SYN packet"),
  DIRECT_SILENCE(Group.FETCH, Duration.ofSeconds(30), "How long a relaying handler waits for a next byte from an origin before it "
      + "repeats the request, three times in all"),
  READER_PATIENCE(Group.FETCH, Duration.ofSeconds(180), "How long Hadoop's readers wait for a next byte; a setting of Hadoop's, not of "
      + "Terra's"),

  TUNNEL_TICK(Group.TUNNEL, Duration.ofMillis(200), "The unit in which the silence of tunnels is counted"),
  TUNNEL_SUSPECT(Group.TUNNEL, Duration.ofMillis(600), "How long a tunnel may owe an answer before no new bytes are sent on it"),
  TUNNEL_DEAD(Group.TUNNEL, Duration.ofSeconds(2), "How long a tunnel of one hop may be silent before it is closed"),
  TUNNEL_FAR_DEAD(Group.TUNNEL, Duration.ofSeconds(10), "How long a tunnel of several hops that owes an answer may be silent before it "
      + "is closed"),
  LINE_TICK(Group.TUNNEL, Duration.ofMillis(100), "The unit in which the silence of a link is counted, on the line between its agents"),
  LINE_SILENT(Group.TUNNEL, Duration.ofMillis(500), "How long nothing may arrive over a link before the agents at both ends of all tunnels "
      + "that cross it are notified; these then send no new bytes on such tunnels"),
  LINE_DEAD(Group.TUNNEL, Duration.ofSeconds(2), "How long nothing may arrive over a link before everything that crosses it is closed"),
  HOP_CONNECT(Group.TUNNEL, Duration.ofSeconds(2), "The time limit for the connection of one hop; it allows for two lost SYN packets"),
  PIPE_BEGUN(Group.TUNNEL, Duration.ofSeconds(3), "The time within which a connection has to show the one-time number of a pipe"),
  TUNNEL_HANDSHAKE(Group.TUNNEL, Duration.ofSeconds(5), "The time limit for the answer of a tunnel's far end; the relays on the way "
      + "connect one after the other"),
  CHUNK_LOST(Group.TUNNEL, Duration.ofSeconds(10), "How long bytes may be unacknowledged before they are sent again"),
  TUNNEL_RETIRED(Group.TUNNEL, Duration.ofSeconds(10), "How long a tunnel that is no longer planned may finish its bytes before it is "
      + "closed; the rest is sent on other tunnels"),
  RECONNECT_LONGEST(Group.TUNNEL, Duration.ofSeconds(1), "The longest pause between attempts to open a tunnel or to reach the controller"),

  TUNNEL_DOWN(Group.CONTROL, Duration.ofSeconds(1), "How long a tunnel of several hops may be down before schedules leave it out"),
  BUNDLE_UNNAMED(Group.CONTROL, Duration.ofSeconds(5), "How long a bundle may be in no schedule before its new readers take the stock "
      + "path"),
  JOIN_GRACE(Group.CONTROL, Duration.ofSeconds(3), "How long after an agent's arrival its tunnels do not yet decide whether a link is up"),
  CONTROL_SILENCE(Group.CONTROL, Duration.ofSeconds(5), "How long controller, agents and job masters may be silent before they count as "
      + "lost, counted in the listener's own beats; on links full of shuffles, TCP may need seconds for a message"),
  SLOW_READER(Group.CONTROL, Duration.ofSeconds(5), "How long an agent may leave the controller's messages unread before its connection "
      + "is closed"),
  CONTROL_LEASE(Group.CONTROL, Duration.ofSeconds(10), "How long agents keep their rates without a controller (`leaseMillis`)"),
  MASTER_AWAY(Group.CONTROL, Duration.ofSeconds(60), "How long the controller keeps the shuffles of a job master that has disconnected"),
  SUBMITTED_STALL(Group.CONTROL, Duration.ofSeconds(60), "How long a submitted shuffle may make no progress before it fails"),
  ORPHAN(Group.CONTROL, Duration.ofSeconds(600), "How long a shuffle of which no agent holds anything is kept");

  /** The groups of parties that wait for each other. */
  public enum Group {
    /** Waits within a site. */
    SITE("Handlers and the agents of their site"),
    /** Waits from a reader's request to its last byte. */
    FETCH("One fetch, from its reader back to where its bytes are"),
    /** Waits between agents. */
    TUNNEL("Agents of two sites"),
    /** Waits between the controller and others. */
    CONTROL("Agents, job masters and the controller");

    private final String title;

    Group(String title) {
      this.title = title;
    }

    /** Returns the parties of the group, for people. */
    public String title() {
      return title;
    }
  }

  /**
   * The pauses of agents and job masters between attempts to connect. They are short enough to use a link or a controller within 2 s of its
   * return.
   */
  public static final Backoff.Growth RECONNECT = new Backoff.Growth(100, RECONNECT_LONGEST.millis(), 2);
  /** The pauses of handlers between attempts to reach an agent. An agent that is back after 3 s is noticed half a second later. */
  public static final Backoff.Growth HANDLER_RECONNECT = new Backoff.Growth(100, HANDLER_RECONNECT_LONGEST.millis(), 1.5);

  private final Group group;
  private final Duration duration;
  private final String meaning;

  ProtocolTiming(Group group, Duration duration, String meaning) {
    this.group = group;
    this.duration = duration;
    this.meaning = meaning;
  }

  /** Returns the group of the duration: the parties that wait for each other. */
  public Group group() {
    return group;
  }

  /** Returns the duration. */
  public Duration duration() {
    return duration;
  }

  /** Returns the duration in ns. */
  public long nanos() {
    return duration.toNanos();
  }

  /** Returns the duration in ms. */
  public long millis() {
    return duration.toMillis();
  }

  /** Returns how many whole periods of another duration this one lasts. */
  public int in(ProtocolTiming period) {
    return (int) duration.dividedBy(period.duration);
  }

  /** Returns the meaning of the duration, in a sentence without its full stop. */
  public String meaning() {
    return meaning;
  }
}
