package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.wire.Checksum;
import dev.terra.api.v1.SegmentAck;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the receiving books after this agent or the sending agent was killed and has come back. */
class InboxRestartTest extends InboxTestBase {
  /**
   * An agent that was killed has no bytes. The bytes that its reader has are not requested, and are not passed on if they arrive all the
   * same.
   */
  @Test
  void aReaderOfAnEarlierSessionGoesOnWhereItWas() {
    for (int pushed : new int[] {0, 20_000, 60_000}) {
      sink.body.reset();
      long id = ID + pushed;
      if (pushed > 0) {
        inbox.meta(tunnel, meta(id).build());
        chunk(id, 0, pushed, true);
      }
      replies.clear();
      assertThat(inbox.fetch(List.of(KEY), List.of(taken(40_000)), A, sink, ReaderProof.notNeeded(A))).isPresent();
      inbox.meta(tunnel, meta(id).setAcknowledgedBytes(30_000).build());
      holdIsOver();
      assertThat(sink.head.getResumed()).isTrue();
      assertThat(sink.bodyBytes).isEqualTo(LENGTH - 40_000);
      assertThat(acked(false).missing(0, 40_000)).isEmpty();
      assertThat(acked(true).missing(40_000, LENGTH)).isEmpty();
      chunk(id, 30_000, 50_000, true);
      chunk(id, 0, 30_000, true);
      inbox.meta(tunnel, meta(id).setCrc32C(Checksum.of(content)).build());
      chunk(id, 50_000, LENGTH, true);
      assertThat(acked(false).missing(40_000, LENGTH)).isEmpty();
      assertThat(sink.ended).isTrue();
      assertThat(sink.body.toByteArray()).isEqualTo(Arrays.copyOfRange(content, 40_000, LENGTH));
      assertThat(spool.usage().memoryUsedBytes()).isZero();
    }
  }

  private Taken taken(int bytes) {
    return new Taken(bytes, Checksum.of(content, 0, bytes));
  }

  @Test
  void aReaderOfAnEarlierSessionThatWasGivenWrongBytesHearsOfIt() {
    assertThat(inbox.fetch(List.of(KEY), List.of(new Taken(40_000, 1)), A, sink, ReaderProof.notNeeded(A))).isPresent();
    inbox.meta(tunnel, meta(ID).setCrcFollows(true).build());
    chunk(ID, 40_000, LENGTH, true);
    assertThat(sink.ended).as("before the checksum of the whole is here").isFalse();
    inbox.meta(tunnel, meta(ID).setCrc32C(Checksum.of(content)).build());
    assertThat(sink.ended).isFalse();
    assertThat(sink.failure).contains("wrong checksum");
  }

  @Test
  void aReaderThatHasMoreThanThereIsGoesElsewhere() {
    assertThat(inbox.fetch(List.of(KEY), List.of(new Taken(LENGTH + 1, 0)), A, sink, ReaderProof.notNeeded(A))).isPresent();
    inbox.meta(tunnel, meta(ID).build());
    assertThat(sink.failure).contains("has " + LENGTH + " bytes");
    TestSink second = new TestSink();
    assertThat(inbox.fetch(List.of(KEY), List.of(taken(1), taken(2)), A, second, ReaderProof.notNeeded(A))).isEmpty();
    assertThat(second.failure).contains("expected how many bytes the reader has");
  }

  /**
   * A sender that was killed counts from the beginning. It receives the ranges that need not be sent again, and reads them for the
   * checksum.
   */
  @Test
  void aNewSessionOfTheSenderHearsWhatIsHere() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 10_000, 50_000, true);
    flush();
    TestTunnels.sent(channel);
    replies.clear();
    inbox.meta(tunnel, meta(ID + 1).setCrcFollows(true).build());
    assertThat(acked(false).missing(10_000, 50_000)).isEmpty();
    chunk(ID + 1, 0, 10_000, true);
    chunk(ID + 1, 50_000, LENGTH, true);
    assertThat(sink.ended).as("before the checksum of the whole is here").isFalse();
    inbox.meta(tunnel, meta(ID + 1).setCrc32C(Checksum.of(content)).build());
    assertDelivered();
  }

  @Test
  void aNewSessionOfTheSenderHearsOfWhatWasOnItsWayToTheDisk(@TempDir Path folder) throws Exception {
    BlockingQueue<Runnable> written = new LinkedBlockingQueue<>();
    spool.close();
    open(new SpoolConfig(MEMORY, MEMORY, Optional.of(folder.toString())), written::add);
    spool.put(new byte[MEMORY - LENGTH / 2], 0, true, safe -> { });
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, LENGTH, true);
    inbox.meta(tunnel, meta(ID + 1).build());
    chunk(ID + 1, 0, LENGTH, true);
    assertThat(acked(false).size()).isZero();
    written.take().run();
    assertThat(replies).contains(SegmentAck.newBuilder().addRanges(
        SegmentAck.Ranges.newBuilder().setSegment(ID + 1).addBounds(0).addBounds(LENGTH)).build());
  }

  @Test
  void aNewSessionOfTheSenderHearsWhatWasReadUntilSomebodyAsksAgain() {
    fetch();
    inbox.meta(tunnel, meta(ID).build());
    chunk(ID, 0, LENGTH, true);
    assertDelivered();
    acked(false);
    inbox.meta(tunnel, meta(ID + 1).build());
    chunk(ID + 1, 0, 20_000, true);
    assertThat(spool.usage().memoryUsedBytes()).isZero();
    assertThat(acked(false).missing(0, LENGTH)).isEmpty();
    sink.body.reset();
    fetch();
    inbox.meta(tunnel, meta(ID + 1).setAcknowledgedBytes(LENGTH).build());
    assertThat(acked(true).missing(0, LENGTH)).isEmpty();
    chunk(ID + 1, 0, LENGTH, true);
    assertDelivered();
  }
}
