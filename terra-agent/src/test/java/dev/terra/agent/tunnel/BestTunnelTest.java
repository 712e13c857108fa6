package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.AheadCredit;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests over which of its tunnels a message to a site is sent. */
class BestTunnelTest {
  private static final SiteId A = new SiteId("A");

  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final Tunnels tunnels = new Tunnels(new TunnelContext(AgentId.of("B", "gw"), 1, ImmutableMap.of(), loops, owner,
      Ticker.systemTicker()), new Random(1));
  private final EmbeddedChannel overC = new EmbeddedChannel();
  private final EmbeddedChannel direct = new EmbeddedChannel();
  private final Tunnel piped = TestTunnels.on(overC, Path.of("A", "C", "B"), false, 1);
  private final Tunnel ofOneHop = TestTunnels.on(direct, Path.of("A", "B"), false, 1);

  @AfterEach
  void close() {
    overC.finishAndReleaseAll();
    direct.finishAndReleaseAll();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private static boolean told(EmbeddedChannel channel) {
    return TestTunnels.sent(channel).stream().map(Frame::header).anyMatch(header -> header.type() == FrameType.CREDIT);
  }

  private void tell() {
    assertThat(tunnels.send(A, FrameType.CREDIT, AheadCredit.getDefaultInstance())).isTrue();
  }

  @Test
  void theFastestThatIsNotSilentIsTaken() {
    tunnels.up(piped);
    TestTunnels.measured(piped, 1_000_000);
    tunnels.up(ofOneHop);
    TestTunnels.measured(ofOneHop, 200_000_000);
    tell();
    assertThat(told(overC)).isTrue();
    piped.suspect(true);
    tell();
    assertThat(told(direct)).isTrue();
    piped.suspect(false);
    tell();
    assertThat(told(overC)).isTrue();
    assertThat(told(direct)).isFalse();
  }
}
