package dev.terra.api.timing;

import dev.terra.core.limit.Backoff;
import java.time.Duration;

/**
 * For how long the parts of Terra wait for each other. Whoever waits has to be more patient than what it waits for, so these durations
 * stand in one place. {@code ProtocolTimingTest} has the relations, each with its reason. Durations that relate to nothing in another part
 * stand with their users.
 */
public enum ProtocolTiming {
  BEAT(Group.SITE, Duration.ofMillis(500), "Agents, their handlers, the controller and job masters tell each other so often that they "
      + "live"),
  HANDLER_WATCH(Group.SITE, Duration.ofSeconds(1), "So often a handler looks whether its agent still beats; one that does not gets beats "
      + "at this pace"),
  AGENT_SILENCE(Group.SITE, Duration.ofSeconds(2), "After so long without a beat a handler does not rely on its agent: new fetches take "
      + "the stock path"),
  HANDLER_LEASE(Group.SITE, Duration.ofSeconds(4), "After so long without a beat nobody is sent to a handler; it covers the way of the "
      + "news over a full WAN link"),
  AGENT_DEAD(Group.SITE, Duration.ofSeconds(6), "After so long without a beat a handler takes the connection to its agent for dead and "
      + "makes a new one"),
  HANDLER_GONE(Group.SITE, Duration.ofSeconds(10), "After so long without a beat an agent closes a handler's stream, and the handler has "
      + "to attach again"),
  HANDLER_TOLD(Group.SITE, Duration.ofSeconds(3), "By then a handler that has attached has told of all its map outputs"),
  OUTPUT_TOLD(Group.SITE, Duration.ofSeconds(2), "A handler has found an output that was just written, and told of it, by then; for so "
      + "long an agent keeps a request for it"),
  RETURN(Group.SITE, Duration.ofSeconds(8), "A NodeManager or an agent that was killed and is started again at once is attached by then; "
      + "for so long it is waited for"),
  BREAKER_OPEN(Group.SITE, Duration.ofSeconds(5), "An agent that does not answer as it should is left alone for so long"),
  DECISION(Group.SITE, Duration.ofSeconds(1), "After so long without its agent's decision a handler serves a request itself"),
  SITE_CONNECT(Group.SITE, Duration.ofSeconds(1), "A connection within a site is made by then, or not at all"),
  SEGMENT_READ(Group.SITE, Duration.ofSeconds(10), "An agent's read of at most 1 MiB from a handler that is not done by then never will "
      + "be"),
  SEGMENT_IDLE(Group.SITE, Duration.ofSeconds(120), "A handler closes a connection over which its agent has asked for nothing for so "
      + "long"),
  HELLO(Group.SITE, Duration.ofSeconds(5), "A handler that has attached has said who it is by then"),
  FETCH_REQUEST(Group.SITE, Duration.ofSeconds(30), "A connection to an agent's fetch port on which nothing is asked for so long is "
      + "closed"),
  HANDLER_RECONNECT_LONGEST(Group.SITE, Duration.ofSeconds(5), "The longest pause of a handler between attempts to reach its agent: "
      + "those of a thousand make 200 attempts a second at most"),

  FETCH_REPEAT(Group.FETCH, Duration.ofSeconds(1), "The reader's agent asks the sending one again after so long without progress"),
  READER_IN_ORDER(Group.FETCH, Duration.ofSeconds(5), "Where readers take turns, one that has got nothing for so long is served between"),
  FETCH_HEAD_HOLD(Group.FETCH, Duration.ofSeconds(1), "The reader's agent holds the lengths of segments back for so long while no byte of "
      + "them is there: a refusal that comes before reaches the reader in the origin's words"),
  FETCH_UNREACHABLE(Group.FETCH, Duration.ofSeconds(8), "Without any tunnel to the sending site and without a byte the reader's agent "
      + "gives a fetch up after so long"),
  FETCH_HEAD(Group.FETCH, Duration.ofSeconds(9), "Without the lengths of its segments the reader's agent gives a fetch up after so long"),
  RELAY_HEAD(Group.FETCH, Duration.ofSeconds(10), "Without the lengths of the segments a relaying handler gives its agent up after so "
      + "long"),
  BROADCAST_DUE(Group.FETCH, Duration.ofSeconds(10), "By then a reader of a broadcast that was redirected has made its site's agent ask "
      + "for its bytes"),
  FETCH_SILENCE(Group.FETCH, Duration.ofSeconds(25), "Without a byte and without an answer of the sending agent the reader's agent gives "
      + "a fetch up after so long"),
  FETCH_STALL(Group.FETCH, Duration.ofSeconds(60), "Without a byte the reader's agent gives a fetch up after so long, whatever the "
      + "sending agent answers"),
  RELAY_STALL(Group.FETCH, Duration.ofSeconds(65), "Without a byte a relaying handler gives its agent up after so long"),
  DIRECT_CONNECT(Group.FETCH, Duration.ofSeconds(5), "A relaying handler's connection to an origin is made by then: one lost SYN and its "
      + "repetition"),
  DIRECT_SILENCE(Group.FETCH, Duration.ofSeconds(30), "Without a byte a relaying handler asks an origin again after so long, three times "
      + "in all"),
  READER_PATIENCE(Group.FETCH, Duration.ofSeconds(180), "Hadoop's readers give a fetch up after so long without a byte; it is not "
      + "Terra's to set"),

  TUNNEL_TICK(Group.TUNNEL, Duration.ofMillis(200), "Silence of tunnels is counted in ticks of this length"),
  TUNNEL_SUSPECT(Group.TUNNEL, Duration.ofMillis(600), "After so long without an answer that it owes a tunnel carries nothing new"),
  TUNNEL_DEAD(Group.TUNNEL, Duration.ofSeconds(2), "After so long without a byte a tunnel of one hop is dead"),
  TUNNEL_FAR_DEAD(Group.TUNNEL, Duration.ofSeconds(10), "After so long without a byte a tunnel of several hops that owes an answer is "
      + "dead"),
  HOP_CONNECT(Group.TUNNEL, Duration.ofSeconds(2), "A hop's connection is made by then: two retransmitted SYNs do not fit in less"),
  TUNNEL_HANDSHAKE(Group.TUNNEL, Duration.ofSeconds(5), "A tunnel's far end has answered by then; every relay connects in turn"),
  CHUNK_LOST(Group.TUNNEL, Duration.ofSeconds(10), "Bytes that are not acknowledged by then are sent again"),
  TUNNEL_RETIRED(Group.TUNNEL, Duration.ofSeconds(10), "A tunnel that is no longer planned is closed after so long even if bytes are under "
      + "way on it; they go another way"),
  RECONNECT_LONGEST(Group.TUNNEL, Duration.ofSeconds(1), "The longest pause between attempts to open a tunnel, or to reach the "
      + "controller"),

  TUNNEL_DOWN(Group.CONTROL, Duration.ofSeconds(1), "A tunnel of several hops that is down is planned without after so long"),
  BUNDLE_UNNAMED(Group.CONTROL, Duration.ofSeconds(5), "New readers of a bundle that no epoch has named for so long take the stock path"),
  JOIN_GRACE(Group.CONTROL, Duration.ofSeconds(3), "A link's state is not judged by tunnels to an agent that has joined since"),
  CONTROL_SILENCE(Group.CONTROL, Duration.ofSeconds(5), "After so long without a beat, counted in beats of one's own, controller, agent "
      + "and job master take each other for lost: on links full of shuffles TCP may need seconds for a word"),
  SLOW_READER(Group.CONTROL, Duration.ofSeconds(5), "An agent that has not read what the controller sent for so long loses its stream"),
  CONTROL_LEASE(Group.CONTROL, Duration.ofSeconds(10), "For so long agents keep their rates without a controller (`leaseMillis`)"),
  MASTER_AWAY(Group.CONTROL, Duration.ofSeconds(60), "For so long the controller keeps the shuffles of a job master that is away"),
  SUBMITTED_STALL(Group.CONTROL, Duration.ofSeconds(60), "A submitted shuffle of which nothing moves for so long has failed"),
  ORPHAN(Group.CONTROL, Duration.ofSeconds(600), "A shuffle of which no agent has had anything for so long is forgotten");

  /** Who waits for whom. */
  public enum Group {
    /** Within a site. */
    SITE("Handlers and the agents of their site"),
    /** From a reader's request to its last byte. */
    FETCH("One fetch, from its reader back to where its bytes are"),
    /** Between agents. */
    TUNNEL("Agents of two sites"),
    /** With the controller. */
    CONTROL("Agents, job masters and the controller");

    private final String title;

    Group(String title) {
      this.title = title;
    }

    /** Its parties, for people. */
    public String title() {
      return title;
    }
  }

  /** Pauses of agents and job masters between attempts to connect: the return of a link or a controller is to be used within 2 s. */
  public static final Backoff.Growth RECONNECT = new Backoff.Growth(100, RECONNECT_LONGEST.millis(), 2);
  /** Pauses of handlers between attempts to reach an agent: one that is back after 3 s is noticed half a second later. */
  public static final Backoff.Growth HANDLER_RECONNECT = new Backoff.Growth(100, HANDLER_RECONNECT_LONGEST.millis(), 1.5);

  private final Group group;
  private final Duration duration;
  private final String meaning;

  ProtocolTiming(Group group, Duration duration, String meaning) {
    this.group = group;
    this.duration = duration;
    this.meaning = meaning;
  }

  /** Who waits for whom. */
  public Group group() {
    return group;
  }

  /** How long. */
  public Duration duration() {
    return duration;
  }

  /** The same in ns. */
  public long nanos() {
    return duration.toNanos();
  }

  /** The same in ms. */
  public long millis() {
    return duration.toMillis();
  }

  /** How many whole periods of another one it lasts. */
  public int in(ProtocolTiming period) {
    return (int) duration.dividedBy(period.duration);
  }

  /** What happens then, in a sentence without its full stop. */
  public String meaning() {
    return meaning;
  }
}
