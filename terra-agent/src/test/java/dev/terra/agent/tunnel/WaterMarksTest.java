package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Path;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class WaterMarksTest {
  @Test
  void twoChunksMayWaitForASocketWithinReason() {
    EmbeddedChannel channel = new EmbeddedChannel();
    Tunnel tunnel = TestTunnels.on(channel, Path.of("A", "B"), true, 1);
    tunnel.chunk(100_000, 20_000_000);
    assertThat(channel.config().getWriteBufferHighWaterMark()).isEqualTo(200_000);
    assertThat(channel.config().getWriteBufferLowWaterMark()).isEqualTo(50_000);
    tunnel.chunk(512, 4_000_000_000L);
    assertThat(channel.config().getWriteBufferHighWaterMark()).as("acknowledgements need room").isEqualTo(32 << 10);
    tunnel.chunk(1 << 20, 20_000_000);
    assertThat(channel.config().getWriteBufferHighWaterMark()).isEqualTo(WaterMarks.LARGEST.high());
    channel.finishAndReleaseAll();
  }
}
