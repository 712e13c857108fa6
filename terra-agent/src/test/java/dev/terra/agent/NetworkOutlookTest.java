package dev.terra.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.wan.Path;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NetworkOutlookTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Tunnel direct = TestTunnels.on(channel, Path.of("A", "B"), true, 9);
  private final Tunnel around = TestTunnels.on(channel, Path.of("A", "C", "B"), true, 9);

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @Test
  void whatGoesAheadTakesTheFewestLinksWhateverTunnelIsFirst() {
    assertThat(NetworkOutlook.overStockPath(Stream.of(around, direct))).contains(direct);
    assertThat(NetworkOutlook.overStockPath(Stream.of(direct, around))).contains(direct);
    assertThat(NetworkOutlook.overStockPath(Stream.of(around))).contains(around);
    assertThat(NetworkOutlook.overStockPath(Stream.of())).isEmpty();
  }
}
