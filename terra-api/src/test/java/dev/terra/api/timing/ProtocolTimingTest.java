package dev.terra.api.timing;

import static dev.terra.api.timing.ProtocolTiming.AGENT_DEAD;
import static dev.terra.api.timing.ProtocolTiming.AGENT_SILENCE;
import static dev.terra.api.timing.ProtocolTiming.BEAT;
import static dev.terra.api.timing.ProtocolTiming.BROADCAST_DUE;
import static dev.terra.api.timing.ProtocolTiming.BUNDLE_UNNAMED;
import static dev.terra.api.timing.ProtocolTiming.CHUNK_LOST;
import static dev.terra.api.timing.ProtocolTiming.CONTROL_LEASE;
import static dev.terra.api.timing.ProtocolTiming.CONTROL_SILENCE;
import static dev.terra.api.timing.ProtocolTiming.DECISION;
import static dev.terra.api.timing.ProtocolTiming.DIRECT_CONNECT;
import static dev.terra.api.timing.ProtocolTiming.DIRECT_SILENCE;
import static dev.terra.api.timing.ProtocolTiming.FETCH_HEAD;
import static dev.terra.api.timing.ProtocolTiming.FETCH_HEAD_HOLD;
import static dev.terra.api.timing.ProtocolTiming.FETCH_REPEAT;
import static dev.terra.api.timing.ProtocolTiming.FETCH_SILENCE;
import static dev.terra.api.timing.ProtocolTiming.FETCH_STALL;
import static dev.terra.api.timing.ProtocolTiming.FETCH_UNREACHABLE;
import static dev.terra.api.timing.ProtocolTiming.HANDLER_GONE;
import static dev.terra.api.timing.ProtocolTiming.HANDLER_LEASE;
import static dev.terra.api.timing.ProtocolTiming.HANDLER_RECONNECT_LONGEST;
import static dev.terra.api.timing.ProtocolTiming.HANDLER_TOLD;
import static dev.terra.api.timing.ProtocolTiming.HANDLER_WATCH;
import static dev.terra.api.timing.ProtocolTiming.HOP_CONNECT;
import static dev.terra.api.timing.ProtocolTiming.JOIN_GRACE;
import static dev.terra.api.timing.ProtocolTiming.LINE_DEAD;
import static dev.terra.api.timing.ProtocolTiming.LINE_SILENT;
import static dev.terra.api.timing.ProtocolTiming.LINE_TICK;
import static dev.terra.api.timing.ProtocolTiming.MASTER_AWAY;
import static dev.terra.api.timing.ProtocolTiming.ORPHAN;
import static dev.terra.api.timing.ProtocolTiming.OUTPUT_TOLD;
import static dev.terra.api.timing.ProtocolTiming.PIPE_BEGUN;
import static dev.terra.api.timing.ProtocolTiming.READER_IN_ORDER;
import static dev.terra.api.timing.ProtocolTiming.READER_PATIENCE;
import static dev.terra.api.timing.ProtocolTiming.RECONNECT_LONGEST;
import static dev.terra.api.timing.ProtocolTiming.RELAY_HEAD;
import static dev.terra.api.timing.ProtocolTiming.RELAY_STALL;
import static dev.terra.api.timing.ProtocolTiming.RETURN;
import static dev.terra.api.timing.ProtocolTiming.SEGMENT_IDLE;
import static dev.terra.api.timing.ProtocolTiming.SEGMENT_READ;
import static dev.terra.api.timing.ProtocolTiming.SITE_CONNECT;
import static dev.terra.api.timing.ProtocolTiming.SLOW_READER;
import static dev.terra.api.timing.ProtocolTiming.TUNNEL_DEAD;
import static dev.terra.api.timing.ProtocolTiming.TUNNEL_DOWN;
import static dev.terra.api.timing.ProtocolTiming.TUNNEL_FAR_DEAD;
import static dev.terra.api.timing.ProtocolTiming.TUNNEL_HANDSHAKE;
import static dev.terra.api.timing.ProtocolTiming.TUNNEL_RETIRED;
import static dev.terra.api.timing.ProtocolTiming.TUNNEL_SUSPECT;
import static dev.terra.api.timing.ProtocolTiming.TUNNEL_TICK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks which duration must be below which other duration, and why. */
class ProtocolTimingTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "internals", "timing.md");
  /** The number of requests that a relaying handler sends to an origin before it gives up. */
  private static final int DIRECT_ATTEMPTS = 3;

  private static void below(ProtocolTiming shorter, ProtocolTiming longer, String why) {
    assertThat(shorter.duration()).as("%s is below %s: %s", shorter, longer, why).isLessThan(longer.duration());
  }

  private static void atMost(ProtocolTiming shorter, ProtocolTiming longer, String why) {
    assertThat(shorter.duration()).as("%s is at most %s: %s", shorter, longer, why).isLessThanOrEqualTo(longer.duration());
  }

  private static void fits(int times, ProtocolTiming period, ProtocolTiming longer, String why) {
    assertThat(period.duration().multipliedBy(times)).as("%s %s fit in %s: %s", times, period, longer, why)
        .isLessThanOrEqualTo(longer.duration());
  }

  @Test
  void handlersAndAgentsNoticeEachOthersSilenceInOrder() {
    fits(4, BEAT, AGENT_SILENCE, "one late beat, or three lost ones, is no silence");
    fits(2, HANDLER_WATCH, AGENT_SILENCE, "silence is looked for often enough to be seen in time");
    below(AGENT_SILENCE, HANDLER_LEASE, "a handler that no longer relies on its agent is still known while the news travels");
    below(AGENT_SILENCE, AGENT_DEAD, "fetches take the stock path before the connection is given up");
    below(AGENT_DEAD, HANDLER_GONE, "a handler has made a new connection before its agent closes the old one");
    below(HANDLER_LEASE, HANDLER_GONE, "nobody is sent to a handler whose stream is closed");
    below(HANDLER_TOLD, RETURN, "one that is waited for has time to attach and to tell");
    below(OUTPUT_TOLD, FETCH_HEAD, "a request is answered before its reader's agent gives it up");
    below(HANDLER_LEASE, RETURN, "a handler that is only silent is waited for no shorter than it is trusted");
    atMost(SITE_CONNECT, AGENT_SILENCE, "an attempt to connect ends before the agent is given up");
    atMost(HANDLER_RECONNECT_LONGEST, RETURN, "a handler tries again while its return is waited for");
    below(SEGMENT_READ, SEGMENT_IDLE, "no connection is closed as idle while something is read over it");
  }

  @Test
  void whoeverIsNearerToTheReaderIsMorePatient() {
    below(FETCH_HEAD_HOLD, FETCH_HEAD, "lengths that are known and held back are sent before the fetch would be given up for want of them");
    below(FETCH_HEAD, RELAY_HEAD, "the handler hears why its agent gives up before it gives the agent up");
    below(FETCH_STALL, RELAY_STALL, "the handler hears why its agent gives up before it gives the agent up");
    below(FETCH_SILENCE, FETCH_STALL, "who does not answer is given up before who answers that it takes time");
    below(FETCH_HEAD, FETCH_SILENCE, "lengths need no turn, bytes do");
    fits(3, FETCH_REPEAT, FETCH_UNREACHABLE, "a question or its answer may be lost twice with a tunnel");
    below(READER_IN_ORDER, FETCH_SILENCE, "a reader behind others gets a byte before it is given up");
    below(RELAY_HEAD, RELAY_STALL, "lengths come before bytes");
    below(RELAY_STALL, READER_PATIENCE, "the direct fetch begins before the reader gives up");
    below(DECISION, AGENT_SILENCE, "a request is served directly before its agent is known to be silent");
    below(DIRECT_CONNECT, DIRECT_SILENCE, "a connection is made before its silence is counted");
    atMost(RELAY_HEAD, BROADCAST_DUE, "a reader that was redirected has been asked for by the time its agent would be given up");
  }

  @Test
  void allSilencesOfAFetchTogetherAreShorterThanItsReadersPatience() {
    Duration silent = RELAY_STALL.duration().plus(RETURN.duration()).plus(DIRECT_SILENCE.duration().multipliedBy(DIRECT_ATTEMPTS));

    assertThat(silent).isLessThan(READER_PATIENCE.duration());
  }

  @Test
  void anAgentThatIsStartedAgainAtOnceIsWaitedFor() {
    atMost(FETCH_UNREACHABLE, RETURN, "the reader's agent waits for a sending one as long as handlers wait for an agent");
    below(FETCH_UNREACHABLE, FETCH_HEAD, "a site that cannot be reached is named as the reason");
    below(TUNNEL_HANDSHAKE, FETCH_UNREACHABLE, "a tunnel to an agent that is back opens before its fetches are given up");
    fits(2, RECONNECT_LONGEST, TUNNEL_HANDSHAKE, "two attempts to open a tunnel begin in the time of one");
  }

  @Test
  void tunnelsAreGivenUpBeforeWhatTheyCarry() {
    below(TUNNEL_TICK, TUNNEL_SUSPECT, "silence is counted in ticks");
    below(TUNNEL_SUSPECT, TUNNEL_DEAD, "a tunnel carries nothing new before it is closed");
    below(TUNNEL_DEAD, TUNNEL_FAR_DEAD, "each hop notices its own silence first");
    below(TUNNEL_DEAD, FETCH_UNREACHABLE, "bytes of a dead tunnel go over others while their reader waits");
    below(TUNNEL_FAR_DEAD, FETCH_SILENCE, "bytes of a dead tunnel go over others while their reader waits");
    below(SEGMENT_READ, FETCH_SILENCE, "bytes whose read hangs are read again while their reader waits");
    below(CHUNK_LOST, FETCH_SILENCE, "bytes that were lost come again while their reader waits");
    atMost(TUNNEL_FAR_DEAD, CHUNK_LOST, "bytes of a dead tunnel go out again because it is dead, and not twice");
    atMost(CHUNK_LOST, TUNNEL_RETIRED, "bytes under way on a tunnel that is no longer planned have arrived, or are sent again, by its end");
    below(TUNNEL_RETIRED, FETCH_SILENCE, "what a tunnel's end leaves unsent goes another way while its reader waits");
    fits(5, LINE_TICK, LINE_SILENT, "two probes and their answers may be lost");
    below(LINE_SILENT, TUNNEL_SUSPECT, "the ends of a tunnel hear from lines of a silent link before they find out for themselves");
    below(LINE_SILENT, LINE_DEAD, "what crosses a link carries nothing new before it is closed");
    below(LINE_DEAD, TUNNEL_FAR_DEAD, "a dead link is named before the ends of tunnels miss each other");
    below(HOP_CONNECT, PIPE_BEGUN, "a number is good for as long as a connection takes");
    below(PIPE_BEGUN, TUNNEL_HANDSHAKE, "a number does not outlive the attempt that ordered it");
    below(HOP_CONNECT, TUNNEL_HANDSHAKE, "each hop connects within the handshake of the whole");
    below(RECONNECT_LONGEST, HOP_CONNECT, "the return of a link is used within the time of one attempt");
  }

  @Test
  void agentsOutliveTheControllersSilence() {
    fits(10, BEAT, CONTROL_SILENCE, "on full links some beats come together");
    below(CONTROL_SILENCE, CONTROL_LEASE, "an agent has lost its stream and opened another before its rates run out");
    below(RECONNECT_LONGEST, JOIN_GRACE, "an agent that has joined has tried its tunnels again before links are judged by them");
    below(TUNNEL_DEAD, JOIN_GRACE, "an agent that has joined knows which of its tunnels are dead");
    atMost(SLOW_READER, CONTROL_SILENCE, "an agent that reads nothing loses its stream no later than one that says nothing");
    below(TUNNEL_DOWN, CONTROL_SILENCE, "a site that is cut off is known by its tunnels before its agent is lost");
    atMost(BUNDLE_UNNAMED, CONTROL_SILENCE, "new readers take the stock path no later than a silent controller is given up");
    below(CONTROL_LEASE, MASTER_AWAY, "a job master outlives the controller's restart");
    below(MASTER_AWAY, ORPHAN, "a shuffle is kept at least as long as its master is waited for");
  }

  @Test
  void theDocumentHasTheTable() throws IOException {
    String text = Files.readString(DOCUMENT);
    String begin = "<!-- generated: timing -->\n";
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end -->", from);
    String wanted = Stream.of(ProtocolTiming.Group.values()).map(ProtocolTimingTest::table).collect(Collectors.joining("\n"));

    assertThat(from).isGreaterThanOrEqualTo(begin.length());
    if ("write".equals(System.getProperty("terra.docs"))) {
      Files.writeString(DOCUMENT, text.substring(0, from) + wanted + text.substring(to));
    } else {
      assertThat(text.substring(from, to)).isEqualTo(wanted);
    }
  }

  private static String table(ProtocolTiming.Group group) {
    return Stream.of(ProtocolTiming.values()).filter(timing -> timing.group() == group)
        .map(timing -> "| `%s` | %s | %s |\n".formatted(timing, text(timing.duration()), timing.meaning()))
        .collect(Collectors.joining("", "### " + group.title() + "\n\n| name | duration | meaning |\n|---|---|---|\n", ""));
  }

  private static String text(Duration duration) {
    return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
  }
}
