package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import com.google.protobuf.MessageLite;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.range.ByteRanges;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The common part of tests of the receiving books: an inbox whose spool has 1 MiB of memory, a tunnel from A that leads nowhere, and a
 * clock that stands still. All segments hold the same bytes.
 */
abstract class InboxTestBase {
  static final SiteId A = new SiteId("A");
  static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");
  static final String ORIGIN = "10.0.0.1";
  static final int MEMORY = 1 << 20;
  static final int LENGTH = 100_000;
  static final SegmentCopy KEY = key(0);
  static final long ID = 42;

  final byte[] content = new byte[LENGTH];
  final List<MessageLite> replies = new ArrayList<>();
  final EmbeddedChannel channel = new EmbeddedChannel();
  final Tunnel tunnel = TestTunnels.on(channel, Path.of("A", "B"), false, 1);
  final Events events = new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  final TestSink sink = new TestSink();
  boolean reachable = true;
  long nanos = 1;
  Spool spool;
  Inbox inbox;

  @BeforeEach
  void open() throws IOException {
    new Random(1).nextBytes(content);
    open(new SpoolConfig(MEMORY, 0, Optional.empty()), Runnable::run);
  }

  /** Opens the inbox with another spool. */
  void open(SpoolConfig config, Executor owner) throws IOException {
    spool = Spool.open(config, owner);
    inbox = new Inbox(new SiteId("B"), spool, new Replies() {
      @Override
      public boolean send(SiteId site, FrameType type, MessageLite message) {
        replies.add(message);
        return reachable;
      }

      @Override
      public boolean reaches(SiteId site) {
        return reachable;
      }
    }, events, new Ticker() {
      @Override
      public long read() {
        return nanos;
      }
    });
  }

  @AfterEach
  void close() throws IOException {
    spool.close();
    channel.finishAndReleaseAll();
  }

  static SegmentCopy key(int map) {
    return SegmentCopy.first(SHUFFLE, OutputId.of(map), 1, ORIGIN);
  }

  /** Returns the sender's description of a map's segment. */
  static SegmentMeta.Builder meta(long id, int map) {
    return key(map).describe().setSegment(id).setPartLength(LENGTH).setRawLength(LENGTH + 1);
  }

  /** Lets a range of a segment's bytes arrive. */
  void chunk(long id, int start, int end, boolean intact) {
    byte[] payload = Arrays.copyOfRange(content, start, end);
    FrameHeader header = new FrameHeader(FrameType.DATA, 1, id, start, end - start);
    inbox.data(tunnel, new Frame(header, payload, Checksum.of(payload)), intact);
  }

  static SegmentMeta.Builder meta(long id) {
    return meta(id, 0);
  }

  Fetch fetch() {
    return inbox.fetch(List.of(KEY), A, sink).orElseThrow();
  }

  void flush() {
    for (int i = 0; i < Acks.MOST_FLUSHES; i++) {
      inbox.flush();
    }
  }

  ByteRanges acked(boolean resend) {
    flush();
    ByteRanges ranges = new ByteRanges();
    List<MessageLite> all = new ArrayList<>(replies);
    TestTunnels.sent(channel).stream().filter(frame -> frame.header().type() == FrameType.ACK)
        .forEach(frame -> all.add(frame.message(SegmentAck.parser())));
    for (MessageLite message : all) {
      if (message instanceof SegmentAck ack) {
        ack.getRangesList().stream().filter(part -> part.getResend() == resend).forEach(part -> {
          for (int i = 0; i < part.getBoundsCount(); i += 2) {
            ranges.add(part.getBounds(i), part.getBounds(i + 1));
          }
        });
      }
    }
    return ranges;
  }

  /**
   * Lets the time end for which the head of an answer is held back. The lengths that are known are then sent, even if no byte has arrived.
   */
  void holdIsOver() {
    nanos += FetchDeadlines.HEAD_HOLD_NANOS;
    inbox.tick();
  }

  void assertDelivered() {
    assertThat(sink.failure).isEmpty();
    assertThat(sink.ended).isTrue();
    assertThat(sink.body.toByteArray()).isEqualTo(content);
    assertThat(spool.usage().memoryUsedBytes()).isZero();
  }
}
