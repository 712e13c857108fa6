package dev.terra.agent.receive;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.FrameType;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when acknowledgements are sent. */
class AcksTest {
  private static final long SEGMENT = 7;
  private static final int CHUNK = 8 << 10;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Tunnel tunnel = TestTunnels.on(channel, Path.of("A", "B"), false, 1);
  private final Acks acks = new Acks(new Replies() {
    @Override
    public boolean send(SiteId site, FrameType type, MessageLite message) {
      throw new AssertionError("the tunnel is open");
    }

    @Override
    public boolean reaches(SiteId site) {
      return true;
    }
  });
  private long position;

  private int sent() {
    return TestTunnels.sent(channel).size();
  }

  private void chunk() {
    acks.add(tunnel, SEGMENT, position, position + CHUNK);
    position += CHUNK;
  }

  /** Flushes until something is sent. Returns how many flushes it took. */
  private int flushesUntilSent() {
    for (int i = 1; i <= 200; i++) {
      acks.flush();
      if (sent() > 0) {
        return i;
      }
    }
    throw new AssertionError("never sent");
  }

  private void flush(int times) {
    for (int i = 0; i < times; i++) {
      acks.flush();
    }
  }

  @Test
  void theFirstChunkOfATunnelWaitsEightyMilliseconds() {
    chunk();
    assertThat(flushesUntilSent()).isEqualTo(Acks.PATIENT_FLUSHES);
  }

  @Test
  void everyOtherChunkOfASlowTunnelIsAcknowledged() {
    chunk();
    flushesUntilSent();
    flush(21);
    List<Integer> sentAfter = new ArrayList<>();
    for (int flush = 0; flush < 200; flush++) {
      if (flush % 25 == 0) {
        chunk();
      }
      acks.flush();
      if (sent() > 0) {
        sentAfter.add(flush);
      }
    }
    assertThat(sentAfter).as("four for eight chunks, each with the second of two").containsExactly(25, 75, 125, 175);
  }

  @Test
  void aSingleChunkWaitsNoLongerThanASecond() {
    chunk();
    flushesUntilSent();
    flush(90);
    chunk();
    assertThat(flushesUntilSent()).isEqualTo(Acks.MOST_FLUSHES);
    flush(60);
    chunk();
    acks.hasten(SEGMENT);
    assertThat(flushesUntilSent()).as("the segment's last").isEqualTo(1);
  }

  @Test
  void whatCameFastIsNotWaitedForLong() {
    for (int i = 0; i < 3; i++) {
      chunk();
      acks.flush();
    }
    assertThat(flushesUntilSent()).isEqualTo(1);
    chunk();
    assertThat(flushesUntilSent()).isEqualTo(Acks.PATIENT_FLUSHES);
  }

  @Test
  void manyChunksAreAcknowledgedAtOnce() {
    for (int i = 0; i < Acks.BATCH_CHUNKS; i++) {
      chunk();
    }
    assertThat(sent()).isEqualTo(1);
    flush(200);
    assertThat(sent()).as("and only once").isZero();
  }
}
