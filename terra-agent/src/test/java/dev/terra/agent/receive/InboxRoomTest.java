package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import com.google.protobuf.MessageLite;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.spool.Piece;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Readers of which one or all can't go on because the spool is full. */
class InboxRoomTest {
  private static final SiteId A = new SiteId("A");
  private static final int MEMORY = 1 << 20;
  private static final int LENGTH = 100_000;
  private static final int STEP = 10_000;
  private static final int READERS = 10;

  private final byte[] content = new byte[LENGTH];
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Tunnel tunnel = TestTunnels.on(channel, Path.of("A", "B"), false, 1);
  private final List<Sink> sinks = new ArrayList<>();
  private long nanos = 1;
  private Spool spool;
  private Inbox inbox;

  private static final class Sink implements FetchSink {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean ended;
    private String failure = "";

    @Override
    public boolean isWritable() {
      return true;
    }

    @Override
    public void head(FetchHead message, long bytes) {
      assertThat(bytes).isEqualTo(LENGTH);
    }

    @Override
    public void bytes(byte[] data) {
      body.writeBytes(data);
    }

    @Override
    public void end() {
      ended = true;
    }

    @Override
    public void fail(String reason) {
      failure = reason;
    }
  }

  @BeforeEach
  void open() throws IOException {
    new Random(1).nextBytes(content);
    spool = Spool.open(new SpoolConfig(MEMORY, 0, Optional.empty()), Runnable::run);
    Replies replies = new Replies() {
      @Override
      public boolean send(SiteId site, FrameType type, MessageLite message) {
        return true;
      }

      @Override
      public boolean reaches(SiteId site) {
        return true;
      }
    };
    inbox = new Inbox(spool, replies, new Events(Clock.systemUTC()), new Ticker() {
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

  private static SegmentKey key(int map) {
    return new SegmentKey("job_1_1", "m" + map, 1, "10.0.0.1");
  }

  private void announce(int map) {
    inbox.meta(tunnel, SegmentMeta.newBuilder().setSegment(map).setJob("job_1_1").setMap("m" + map).setReduce(1)
        .setOriginIp("10.0.0.1").setPartLength(LENGTH).setRawLength(LENGTH).build());
  }

  private void chunk(int map, int start, int end) {
    byte[] payload = Arrays.copyOfRange(content, start, end);
    FrameHeader header = new FrameHeader(FrameType.DATA, 1, map, start, end - start);
    inbox.data(tunnel, new Frame(header, payload, Checksum.of(payload)), true);
  }

  private void chunks(int map, int from, int to) {
    for (int start = from; start < to && !(map < sinks.size() && sinks.get(map).ended); start += STEP) {
      chunk(map, start, start + STEP);
    }
  }

  private Fetch reader(int map) {
    sinks.add(new Sink());
    Fetch fetch = inbox.fetch(List.of(key(map)), A, sinks.get(map)).orElseThrow();
    announce(map);
    return fetch;
  }

  /** Windows have a least size, so that very many readers may ask for more than there is room for. */
  @Test
  void aSpoolFullOfBytesFromBehindGapsIsEmptiedAllTheSame() {
    for (int ahead = 20; ahead < 27; ahead++) {
      announce(ahead);
      chunk(ahead, 0, LENGTH);
    }
    List<Fetch> fetches = new ArrayList<>();
    for (int map = 0; map < READERS; map++) {
      fetches.add(reader(map));
    }
    for (int map = 0; map < READERS; map++) {
      chunks(map, STEP, 60_000);
    }
    assertThat(spool.usage().memoryUsedBytes()).as("there is no room for another chunk").isGreaterThan(MEMORY - STEP);
    for (int round = 0; round < 20; round++) {
      for (int map = 0; map < READERS; map++) {
        chunks(map, 0, LENGTH);
      }
      inbox.tick();
    }
    assertThat(fetches).allMatch(Fetch::finished);
    assertThat(sinks).allSatisfy(sink -> {
      assertThat(sink.ended).isTrue();
      assertThat(sink.body.toByteArray()).isEqualTo(content);
    });
  }

  @Test
  void bytesForWhichThereIsNoRoomAreNoProgress() {
    assertThat(reader(0).finished()).isFalse();
    List<Piece> others = new ArrayList<>();
    Optional<Piece> other = spool.put(new byte[STEP], 0, true, safe -> { });
    while (other.isPresent()) {
      others.add(other.get());
      other = spool.put(new byte[STEP], 0, true, safe -> { });
    }
    nanos += Fetch.STALL_NANOS + 1;
    chunk(0, 0, 50_000);
    inbox.tick();
    assertThat(sinks.get(0).failure).contains("no byte");
    others.forEach(spool::free);
  }
}
