package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.support.Await;
import dev.terra.api.door.KnownAddresses;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a site has one agent at a time, and what becomes of the tunnels of a second one. */
@Timeout(60)
class PeerAgentsTest {
  private static final AgentId FIRST = AgentId.of("A", "first");
  private static final AgentId SECOND = AgentId.of("A", "second");
  private static final AgentId FAR = AgentId.of("B", "gw");

  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final TunnelRecorder ofFirst = new TunnelRecorder();
  private final TunnelRecorder ofSecond = new TunnelRecorder();

  @AfterEach
  void close() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @Test
  void anotherAgentIsAdmittedWhenTheLastConnectionOfTheFirstHasGone() {
    PeerAgents peers = new PeerAgents();
    EmbeddedChannel one = new EmbeddedChannel();
    EmbeddedChannel two = new EmbeddedChannel();
    peers.admit(FIRST, one);
    peers.admit(FIRST, two);
    peers.admit(FAR, new EmbeddedChannel());
    assertThat(one.close().isSuccess()).isTrue();
    assertThatThrownBy(() -> peers.admit(SECOND, new EmbeddedChannel()))
        .hasMessage("the agent A/first of site A has tunnels here, and a site may have one agent at a time; "
            + "A/second is accepted when the tunnels of that agent have ended");
    assertThat(two.close().isSuccess()).isTrue();
    peers.admit(SECOND, new EmbeddedChannel());
    assertThatThrownBy(() -> peers.admit(FIRST, new EmbeddedChannel())).hasMessageContaining("the agent A/second of site A");
  }

  private TunnelContext context(AgentId self, String other, int remotePort) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new TunnelContext(self, 1, ImmutableMap.of(new SiteId(other), new Neighbour(loopback, loopback, remotePort)), loops, owner,
        Ticker.systemTicker());
  }

  private Tunnels open(AgentId self, TunnelServer server, TunnelRecorder news) {
    Tunnels tunnels = new Tunnels(context(self, "B", server.port()), new Random(1));
    owner.submit(() -> {
      news.follow(tunnels);
      tunnels.plan(List.of(TunnelTarget.along(Path.of("A", "B"))));
    }).awaitUninterruptibly();
    return tunnels;
  }

  @Test
  void aSecondAgentsTunnelsAreRefusedUntilTheFirstIsGone() throws IOException {
    TunnelRecorder far = new TunnelRecorder();
    try (TunnelServer server = TunnelServer.open(context(FAR, "A", 1), far, new KnownAddresses(), 0)) {
      Tunnels first = open(FIRST, server, ofFirst);
      Await.until("the first agent's tunnel", () -> !ofFirst.up().isEmpty());
      Tunnels second = open(SECOND, server, ofSecond);
      Await.until("several refusals", () -> ofSecond.reasons().size() >= 3);
      assertThat(ofSecond.reasons()).allMatch(reason ->
          reason.startsWith("refused by B/gw: the agent A/first of site A has tunnels here"));
      assertThat(ofSecond.up()).isEmpty();
      assertThat(ofFirst.reasons()).as("the first one's stay").isEmpty();

      owner.submit(first::close).awaitUninterruptibly();
      Await.until("the second agent's tunnel", () -> !ofSecond.up().isEmpty());
      assertThat(far.up()).extracting(Tunnel::peerAgent).containsExactly(FIRST, SECOND);
      owner.submit(second::close).awaitUninterruptibly();
    }
  }
}
