package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.support.Await;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.TransportAddress;
import dev.terra.api.v1.WanPath;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests an agent of A, with the neighbours B and C, that receives another plan while its tunnels are up. */
@Timeout(60)
class ChangedPlanTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final Path TO_B = Path.of("A", "B");
  private static final Path TO_C = Path.of("A", "C");

  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final TunnelRecorder news = new TunnelRecorder();
  private TunnelServer atB;
  private TunnelServer atC;
  private Tunnels tunnels;

  private TunnelServer server(SiteId site, String name) throws IOException {
    return TunnelServer.open(context(new AgentId(site, name), ImmutableMap.of(A, neighbour(1))),
        new TunnelRecorder(), new KnownAddresses(), 0);
  }

  private static Neighbour neighbour(int port) {
    return new Neighbour(InetAddress.getLoopbackAddress(), InetAddress.getLoopbackAddress(), port);
  }

  private TunnelContext context(AgentId self, ImmutableMap<SiteId, Neighbour> neighbours) {
    return new TunnelContext(self, 1, neighbours, loops, owner, Ticker.systemTicker());
  }

  @BeforeEach
  void open() throws IOException {
    atB = server(B, "gw");
    atC = server(C, "gw");
    tunnels = new Tunnels(context(new AgentId(A, "gw"), ImmutableMap.of(B, neighbour(atB.port()), C, neighbour(atC.port()))),
        new Random(1));
    onOwner(() -> {
      news.follow(tunnels);
      return true;
    });
    plan(TunnelTarget.along(TO_B), TunnelTarget.along(TO_C));
    Await.until("two tunnels", () -> news.up().size() == 2);
  }

  @AfterEach
  void close() {
    owner.submit(tunnels::close).awaitUninterruptibly();
    atB.close();
    atC.close();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private <T> T onOwner(Supplier<T> question) {
    return owner.submit(question::get).syncUninterruptibly().getNow();
  }

  private void plan(TunnelTarget... targets) {
    owner.submit(() -> tunnels.plan(List.of(targets))).awaitUninterruptibly();
  }

  private Tunnel along(Path path) {
    return news.up().stream().filter(tunnel -> tunnel.path().equals(path)).reduce((earlier, later) -> later).orElseThrow();
  }

  @Test
  void whatIsNoLongerPlannedClosesAndTheRestStays() {
    Tunnel toC = along(TO_C);
    plan(TunnelTarget.along(TO_C));
    Await.until("the end of A-B", () -> !along(TO_B).isOpen() && news.reasons().contains("no longer planned"));
    assertThat(toC.isOpen()).isTrue();
    assertThat(onOwner(() -> tunnels.planned())).extracting(Tunnels.Status::path).containsExactly(TO_C);
    plan(TunnelTarget.along(TO_C), TunnelTarget.along(TO_B));
    Await.until("A-B again", () -> along(TO_B).isOpen());
    assertThat(along(TO_C)).as("the same one as before").isSameAs(toC);
    assertThat(news.up()).hasSize(3);
  }

  @Test
  void aTunnelOnWhichBytesAreUnderWayClosesWhenTheyHaveArrivedAndTakesNoMore() {
    Tunnel toB = along(TO_B);
    toB.awaiting(true);
    plan(TunnelTarget.along(TO_C));
    assertThat(toB.isOpen()).isTrue();
    assertThat(toB.isWritable()).isFalse();
    assertThat(onOwner(() -> tunnels.sendingTo(B))).isEmpty();
    assertThat(onOwner(() -> tunnels.reaches(B))).as("acknowledgements still come on it").isTrue();
    owner.schedule(() -> toB.awaiting(false), 300, TimeUnit.MILLISECONDS).syncUninterruptibly();
    Await.until("the end of A-B", () -> !toB.isOpen());
    Await.until("the news of it", () -> !onOwner(() -> tunnels.reaches(B)));
  }

  @Test
  void aTunnelGoesWhereTheControllerSaysIfItSays() throws IOException {
    try (TunnelServer elsewhere = server(B, "gw")) {
      Tunnel before = along(TO_B);
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), elsewhere.port());
      plan(TunnelTarget.along(TO_C), new TunnelTarget(TO_B, address));
      Await.until("the end of the old connection", () -> !before.isOpen());
      Await.until("a new one", () -> along(TO_B) != before && along(TO_B).isOpen());
      plan(TunnelTarget.along(TO_C), new TunnelTarget(TO_B, address));
      assertThat(news.up()).as("the same plan changes nothing").hasSize(3);
    }
  }

  private static PlannedTunnel planned(String ip, int port) {
    return PlannedTunnel.newBuilder().setPath(WanPath.newBuilder().addSites("A").addSites("B"))
        .setConnectTo(TransportAddress.newBuilder().setIp(ip).setPort(port)).build();
  }

  @Test
  void anAddressIsALiteralAndAPort() {
    assertThat(TunnelTarget.of(planned("10.1.2.3", 7000)).connectTo()).contains(new InetSocketAddress("10.1.2.3", 7000));
    assertThat(TunnelTarget.of(PlannedTunnel.newBuilder().setPath(WanPath.newBuilder().addSites("A").addSites("B")).build()))
        .isEqualTo(TunnelTarget.along(TO_B));
    assertThatThrownBy(() -> TunnelTarget.of(planned("b.example", 7000))).hasMessageContaining("b.example");
    assertThatThrownBy(() -> TunnelTarget.of(planned("10.1.2.3", 0))).hasMessageContaining("a port from 1 to 65535, got 0");
  }
}
