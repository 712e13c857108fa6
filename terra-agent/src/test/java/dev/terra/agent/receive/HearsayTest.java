package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.core.wan.Path;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What C says in the name of A, on a tunnel that it passes on, while A speaks itself by another. */
class HearsayTest extends InboxTestBase {
  private final EmbeddedChannel passedOnChannel = new EmbeddedChannel();
  private final Tunnel passedOn = TestTunnels.on(passedOnChannel, Path.of("A", "C", "B"), false, 1);
  private final byte[] forged = new byte[LENGTH];

  @AfterEach
  void releaseWhatWasSentOnIt() {
    passedOnChannel.finishAndReleaseAll();
  }

  private void forge(long id, int start, int end) {
    byte[] payload = Arrays.copyOfRange(forged, start, end);
    inbox.data(passedOn, new Frame(new FrameHeader(FrameType.DATA, 1, id, start, end - start), payload, Checksum.of(payload)), true);
  }

  @Test
  void whatIsForgedWholeIsNeverTakenForAllOfIt() {
    fetch();
    inbox.hearsay(passedOn, meta(ID).setCrc32C(Checksum.of(forged)).build());
    forge(ID, 0, LENGTH);
    holdIsOver();
    assertThat(sink.head).as("A has not said how long it is").isNull();
    inbox.meta(tunnel, meta(ID).setCrc32C(Checksum.of(content)).build());
    assertThat(sink.body.size()).isZero();
    assertThat(events.newest()).anyMatch(event -> event.what().equals("corrupt-segment") && event.toString().contains("A:C:B"));
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
  }

  @Test
  void aLengthOrNumberThatTheSiteDeniesIsForgottenWithItsBytes() {
    fetch();
    inbox.hearsay(passedOn, meta(999).setPartLength(LENGTH / 2).build());
    forge(999, 0, LENGTH / 2);
    inbox.meta(tunnel, meta(ID).build());
    assertThat(acked(false).size()).as("acknowledged to A").isEqualTo(0);
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
  }

  @Test
  void whatTheSiteHasToldOthersCannotChange() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    inbox.hearsay(passedOn, meta(999).build());
    inbox.hearsay(passedOn, meta(ID, 1).build());
    inbox.hearsay(passedOn, meta(ID).setPartLength(1).build());
    inbox.hearsay(passedOn, meta(ID).setProblem("no such map output").build());
    inbox.hearsay(passedOn, meta(ID).setProblem("small").setBypassed(true).build());
    inbox.hearsay(passedOn, meta(ID).setAcknowledgedBytes(LENGTH).build());
    assertThat(sink.failure).isEmpty();
    assertThat(acked(true).size()).as("asked for again").isZero();
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
  }

  /** Bytes may come by a faster way than their site's own word, and are not lost. */
  @Test
  void bytesAreKeptUntilTheSiteConfirmsThem() {
    fetch();
    inbox.hearsay(passedOn, meta(ID).setCrcFollows(true).build());
    System.arraycopy(content, 0, forged, 0, LENGTH);
    forge(ID, 0, LENGTH);
    assertThat(sink.ended).isFalse();
    inbox.meta(tunnel, meta(ID).setCrc32C(Checksum.of(content)).build());
    assertDelivered();
  }

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

  /** However often it is told of under other numbers, a segment is one. */
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
