package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.agent.config.EndToEnd;
import dev.terra.agent.link.SocketTransport;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.TestTls;
import dev.terra.api.door.KnownAddresses;
import dev.terra.agent.tls.AgentTls;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.SourcePorts;
import dev.terra.api.v1.TransportAddress;
import dev.terra.api.v1.TunnelHello;
import dev.terra.api.v1.WanPath;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests tunnels from A over C to B that the network routes. A and B are not neighbours, and C's agent has no part in the tunnels. */
@Timeout(60)
class EndToEndTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final Path OVER_C = Path.of("A", "C", "B");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int LABEL = 5;

  @TempDir
  private java.nio.file.Path directory;
  private final EventLoopGroup loops =
      SocketTransport.best().loops(1, new DefaultThreadFactory("end-to-end"), DefaultSelectStrategyFactory.INSTANCE);
  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final TunnelRecorder opener = new TunnelRecorder();
  private final TunnelRecorder far = new TunnelRecorder();
  private final int firstPort = freePorts();
  private TunnelServer server;
  private Tunnels tunnels;

  private static int freePorts() {
    // each process takes another 64 of the ports that tests do not use otherwise
    return 7296 + 64 * (int) (ProcessHandle.current().pid() % 100);
  }

  @AfterEach
  void close() {
    if (tunnels != null) {
      owner.submit(tunnels::close).awaitUninterruptibly();
    }
    if (server != null) {
      server.close();
    }
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private TunnelContext context(SiteId self, Optional<AgentTls> files) {
    return new TunnelContext(new AgentId(self, self + "-gw"), 1, ImmutableMap.of(), loops, owner, Ticker.systemTicker())
        .with(files.orElse(null));
  }

  private static Wan wan(String... sites) {
    return new Wan("test", Stream.of(sites).map(name -> new Site(new SiteId(name), name, Optional.empty(), 1, List.of())).toList(),
        List.of());
  }

  private void listen(Wan wan, Optional<AgentTls> files) throws IOException {
    server = TunnelServer.open(context(B, files), far, new KnownAddresses(), 0);
    server.openEndToEnd(new EndToEnd(InetAddress.getLoopbackAddress(), firstPort), wan);
  }

  private static PlannedTunnel planned(Path path, int port, int first) {
    return PlannedTunnel.newBuilder()
        .setPath(WanPath.newBuilder().addAllSites(path.sites().stream().map(SiteId::name).toList()))
        .setConnectTo(TransportAddress.newBuilder().setIp("127.0.0.1").setPort(port))
        .setConnectFrom(SourcePorts.newBuilder().setIp("127.0.0.1").setFirst(first).setStep(64).setCount(128)).build();
  }

  private void open(Path path, Optional<AgentTls> files) {
    tunnels = new Tunnels(context(A, files), new Random(1));
    owner.submit(() -> {
      opener.follow(tunnels);
      tunnels.plan(List.of(TunnelTarget.of(planned(path, firstPort + LABEL, 20_480 + LABEL))));
    }).awaitUninterruptibly();
  }

  private void awaitUp() {
    Await.until("tunnel", PATIENCE, () -> !opener.up().isEmpty() && !far.up().isEmpty());
  }

  private void awaitRefusal(String why) {
    Await.until("a refusal that says: " + why, PATIENCE, () -> opener.reasons().stream().anyMatch(reason -> reason.contains(why)));
    assertThat(opener.up()).isEmpty();
    assertThat(far.up()).isEmpty();
  }

  @Test
  void theFarEndSaysThatTheMarkOfBulkArrives() throws IOException {
    assumeTrue(SocketTransport.best() == SocketTransport.EPOLL);
    listen(wan("A", "B", "C"), Optional.empty());
    open(OVER_C, Optional.empty());
    awaitUp();

    assertThat(opener.up()).allSatisfy(tunnel -> assertThat(tunnel.mark()).contains(new ArrivedMark(1, 1)));
    assertThat(far.up()).allSatisfy(tunnel -> assertThat(tunnel.mark()).as("it did not open it").isEmpty());
  }

  @Test
  void theFarEndIsReachedStraightAndPortsSayTheLabel() throws IOException {
    listen(wan("A", "B", "C"), Optional.empty());

    open(OVER_C, Optional.empty());

    awaitUp();
    assertThat(far.up().peek().path()).isEqualTo(OVER_C);
    assertThat(far.up().peek().peerAgent()).isEqualTo(new AgentId(A, "A-gw"));
    InetSocketAddress seen = far.up().peek().remoteAddress();
    assertThat(seen.getPort() % 64).isEqualTo(LABEL);
    Await.until("a probe and its answer", PATIENCE, () -> opener.up().peek().rttNanos() > 0);
  }

  @Test
  void aSiteThatTheTopologyDoesNotHaveIsRefused() throws IOException {
    listen(wan("B", "C"), Optional.empty());

    open(OVER_C, Optional.empty());

    awaitRefusal("the topology of B does not have all sites of A:C:B");
  }

  @Test
  void theCertificateHasToBeOfThePathsFirstSite() throws IOException {
    try (TestTls tls = new TestTls(directory)) {
      listen(wan("A", "B", "C"), Optional.of(tls.agent(PeerIdentity.site("B"))));

      open(OVER_C, Optional.of(tls.agent(PeerIdentity.site("C"))));

      awaitRefusal("the connection comes from A, but its certificate is that of terra://site/C");
    }
  }

  @Test
  void withTheRightCertificatesItIsLetIn() throws IOException {
    try (TestTls tls = new TestTls(directory)) {
      listen(wan("A", "B", "C"), Optional.of(tls.agent(PeerIdentity.site("B"))));

      open(OVER_C, Optional.of(tls.agent(PeerIdentity.site("A"))));

      awaitUp();
      assertThat(opener.reasons()).isEmpty();
    }
  }

  @Test
  void aHelloIsForTheDoorAtWhichItIsSaid() {
    Door routed = new Door.OfNetwork(B, ImmutableSet.of(A, B, new SiteId("C")));
    Door links = new Door.OfLinks(context(B, Optional.empty()));
    Door pipe = new Door.OfPipe(new PipeOrder(OVER_C, 2, 0));
    TunnelHello straight = TunnelHello.newBuilder().setEndToEnd(true).build();
    TunnelHello line = TunnelHello.newBuilder().setLine(true).build();

    assertThat(routed.admits(straight, OVER_C)).isEqualTo(A);
    assertThatThrownBy(() -> routed.admits(TunnelHello.getDefaultInstance(), OVER_C)).hasMessageContaining("A:C:B is a neighbour's");
    assertThatThrownBy(() -> routed.admits(line.toBuilder().setEndToEnd(true).build(), OVER_C)).hasMessageContaining("a neighbour's");
    assertThatThrownBy(() -> links.admits(straight, OVER_C)).hasMessageContaining("comes directly from A");
    assertThatThrownBy(() -> links.admits(TunnelHello.getDefaultInstance(), OVER_C)).hasMessageContaining("for neighbours");
    assertThatThrownBy(() -> links.admits(line, Path.of("A", "B"))).hasMessageContaining("B has no link to A");
    assertThat(pipe.admits(straight, OVER_C)).isEqualTo(A);
    assertThatThrownBy(() -> pipe.admits(straight, Path.of("A", "D", "B"))).hasMessageContaining("a pipe for a tunnel A:C:B");
    assertThatThrownBy(() -> pipe.admits(line.toBuilder().setEndToEnd(true).build(), OVER_C)).hasMessageContaining("not for a line");
  }

  @Test
  void aPlanWithoutPortsToBindIsRefused() {
    assertThatThrownBy(() -> TunnelTarget.of(planned(OVER_C, 7000, 60_000))).hasMessageContaining("a port from 1 to 65535");
    assertThatThrownBy(() -> TunnelTarget.of(planned(OVER_C, 7000, 0))).hasMessageContaining("a port from 1 to 65535, got 0");
  }
}
