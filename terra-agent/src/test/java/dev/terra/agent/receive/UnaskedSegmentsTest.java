package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that what is kept about segments that no reader has requested, and about segments that are done, takes bounded room. */
class UnaskedSegmentsTest extends InboxTestBase {
  @Test
  void aSiteKeepsABoundedNumberOfSegmentsThatNobodyWants() {
    for (int map = 0; map < UnaskedSegments.MOST_OF_SITE + 1_000; map++) {
      inbox.meta(tunnel, meta(ID + map, map).build());
    }
    assertThat(inbox.refusedSegments()).isEqualTo(1_000);
    assertThat(inbox.takeExpected()).singleElement().matches(bundle -> !bundle.takesMore(), "gets no more credit");
    int last = UnaskedSegments.MOST_OF_SITE + 999;
    chunk(ID + last, 0, 1_000, true);
    assertThat(acked(true).size()).as("dropped, and not asked for again and again").isZero();
    assertThat(inbox.fetch(List.of(key(last)), A, sink)).isPresent();
    inbox.meta(tunnel, meta(ID + last, last).build());
    chunk(ID + last, 0, LENGTH, true);
    assertThat(sink.body.toByteArray()).as("what a reader wants is taken in").isEqualTo(content);
    inbox.dropShuffle(SHUFFLE);
    inbox.meta(tunnel, meta(1_000_000, 1).build());
    assertThat(inbox.refusedSegments()).as("there is room again").isEqualTo(1_000);
  }

  /** The bound holds for all sessions together, because a segment that a later session reports under another number is the same segment. */
  @Test
  void sessionsTogetherRememberABoundedNumberOfDoneSegments() {
    SenderSessions sessions = new SenderSessions();
    for (long session = 0; session < 3; session++) {
      for (long id = 0; id < SenderSessions.MOST_DONE; id++) {
        sessions.of(A, session).done(id, SenderSession.Done.READ);
      }
    }
    assertThat(sessions.done()).isEqualTo(SenderSessions.MOST_DONE);
    assertThat(sessions.of(A)).allMatch(session -> session.doneCount() < SenderSessions.MOST_DONE);
    for (long session = 3; session < 10; session++) {
      sessions.of(A, session);
    }
    assertThat(sessions.done()).as("those of sessions that are forgotten count no more").isZero();
  }
}
