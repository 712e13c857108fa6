package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private static final SiteId B = new SiteId("B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Windows windows = new Windows();

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private Tunnel add(Path path) {
    Tunnel tunnel = TestTunnels.on(channel, path, true, 9);
    windows.add(tunnel);
    return tunnel;
  }

  @Test
  void aPathWhoseTunnelsAreAllRetiredIsNotPlanned() {
    Tunnel one = add(DIRECT);
    Tunnel two = add(DIRECT);
    add(AROUND);
    TestTunnels.retire(one);
    assertThat(windows.planned(B)).as("another of its tunnels is planned").containsExactlyInAnyOrder(DIRECT, AROUND);
    TestTunnels.retire(two);
    assertThat(windows.planned(B)).containsExactly(AROUND);
    assertThat(windows.to(B)).as("what is under way on it arrives").containsKey(DIRECT);
  }
}
