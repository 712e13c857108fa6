package dev.terra.controller.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.TunnelReport;
import dev.terra.core.slice.SliceId;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AgentBookTest {
  private static final SiteId A = new SiteId("A");
  private static final SliceId SLICE = new SliceId(A, 0);
  private static final long SECOND = 1_000_000_000L;

  private final AgentBook book = new AgentBook(Slices.ONE);

  private AgentState join(String site, String name, long stream) {
    AgentState agent = new AgentState(new AgentId(new SiteId(site), name), 0, new AgentState.Stream(1, stream, 3, Set.of(), ""), 0);
    book.join(agent);
    return agent;
  }

  private static TunnelReport report(boolean up) {
    return TunnelReport.newBuilder().setUp(up).setReason(up ? "" : "no answer").build();
  }

  @Test
  void theLatestStreamOfASiteCounts() {
    AgentState first = join("A", "gw", 1);
    AgentState second = join("A", "gw", 2);

    assertThat(book.at(SLICE)).contains(second);
    assertThat(book.on(1)).isEmpty();
    assertThat(book.on(2)).contains(second);
    assertThat(book.lose(1, "late", 5)).as("the end of a stream that was replaced means nothing").isEmpty();
    assertThat(first.live()).isTrue();
    assertThat(book.live()).containsExactly(second);
  }

  @Test
  void whoIsLostIsStillKnown() {
    AgentState agent = join("A", "gw", 1);
    assertThat(book.lose(1, "it said goodbye", 5 * SECOND)).contains(agent);

    assertThat(book.liveAt(A)).isFalse();
    assertThat(book.live()).isEmpty();
    assertThat(book.all()).containsExactly(agent);
    assertThat(agent.figures(3).lostSeconds()).hasValue(5);
    assertThat(agent.figures(3).reason()).isEqualTo("it said goodbye");
    assertThat(book.lose(1, "again", 6)).isEmpty();
    assertThat(book.liveAt(new SiteId("X"))).isFalse();
  }

  @Test
  void aSecondAgentOfASiteWaitsUntilTheFirstHasBeenSilentForLong() {
    join("A", "one", 1);
    AgentId two = new AgentId(A, "two");

    assertThat(book.obstacle(two, SLICE)).get().asString().contains("A has the agent", "one", "two may join");
    assertThat(book.obstacle(new AgentId(A, "one"), SLICE)).as("it may come again itself").isEmpty();
    for (int tick = 0; tick < AgentState.SILENT_TICKS; tick++) {
      assertThat(book.tick()).isEmpty();
      assertThat(book.obstacle(two, SLICE)).isPresent();
    }
    assertThat(book.tick()).hasSize(1);
    assertThat(book.obstacle(two, SLICE)).isEmpty();
  }

  @Test
  void itIsSaidOnceOfEachWhoIsRefused() {
    AgentId two = new AgentId(A, "two");
    assertThat(book.noteRefused(two)).isTrue();
    assertThat(book.noteRefused(two)).isFalse();
    for (int other = 0; other < AgentBook.REFUSED_AGENTS; other++) {
      book.noteRefused(new AgentId(A, "other-" + other));
    }
    assertThat(book.noteRefused(new AgentId(A, "one-more"))).as("they are not counted for ever").isFalse();
    join("A", "one", 1);
    assertThat(book.noteRefused(two)).as("somebody new is in the way").isTrue();
  }

  @Test
  void beingHeardEndsASilence() {
    AgentState agent = join("A", "gw", 1);
    for (int tick = 0; tick < 3 * AgentState.SILENT_TICKS; tick++) {
      assertThat(book.tick()).isEmpty();
      agent.heard();
    }
  }

  @Test
  void aTunnelOfOneHopIsDownAtOnceALongerOneAfterAWhile() {
    AgentState agent = join("A", "gw", 1);
    Path direct = Path.of("A", "B");
    Path detour = Path.of("A", "C", "B");
    assertThat(agent.report(direct, report(false), SECOND)).as("news").isTrue();
    assertThat(agent.report(direct, report(false), SECOND)).as("none").isFalse();
    agent.report(detour, report(false), SECOND);

    assertThat(book.tunnelsDown(SECOND)).containsExactly(direct);
    assertThat(book.tunnelsDown(SECOND + AgentState.TUNNEL_DOWN_NANOS)).containsExactly(direct, detour);
    assertThat(book.whyDown(direct)).contains("no answer");

    agent.report(detour, report(true), 2 * SECOND);
    agent.report(detour, report(false), 3 * SECOND);
    assertThat(book.tunnelsDown(SECOND + AgentState.TUNNEL_DOWN_NANOS)).as("it has begun anew").containsExactly(direct);
    agent.keepTunnels(detour::equals);
    assertThat(book.whyDown(direct)).as("it is not planned any more").isEmpty();
    book.lose(1, "gone", 4 * SECOND);
    assertThat(book.tunnelsDown(100 * SECOND)).as("who is not there says nothing").isEmpty();
    assertThat(book.whyDown(detour)).isEmpty();
  }

  @Test
  void whoHasJustJoinedIsNotSettled() {
    join("A", "gw", 1);
    assertThat(book.isSettled(A, AgentState.JOIN_GRACE_NANOS - 1)).isFalse();
    assertThat(book.isSettled(A, AgentState.JOIN_GRACE_NANOS)).isTrue();
    book.lose(1, "gone", 0);
    assertThat(book.isSettled(A, AgentState.JOIN_GRACE_NANOS)).isFalse();
    assertThat(book.isSettled(new SiteId("X"), Long.MAX_VALUE)).isFalse();
  }

  @Test
  void everyChangeThatIsPublishedIsCounted() {
    AgentState agent = join("A", "gw", 1);
    long changes = agent.changes();
    for (Runnable change : List.<Runnable>of(() -> agent.report(Path.of("A", "B"), report(true), 0), () -> agent.keepTunnels(path -> true),
        () -> agent.lost("gone", 0))) {
      change.run();
      assertThat(agent.changes()).isGreaterThan(changes);
      changes = agent.changes();
    }
    assertThat(agent.figures(7)).satisfies(figures -> {
      assertThat(figures.plannedTunnels()).isEqualTo(7);
      assertThat(figures.tunnels()).hasSize(1);
      assertThat(Optional.of(figures.id())).contains(agent.id());
    });
  }
}
