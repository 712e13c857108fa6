package dev.terra.agent.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.TestTls;
import dev.terra.agent.tls.AgentTls;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsPaths;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests between which certificates a tunnel is opened, from A to what A takes for B. */
@Timeout(120)
class TlsTunnelsTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir
  private java.nio.file.Path directory;
  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final TunnelRecorder opener = new TunnelRecorder();
  private final TunnelRecorder far = new TunnelRecorder();
  private TestTls tls;
  private TunnelServer server;
  private Tunnels tunnels;

  @BeforeEach
  void makeCertificates() {
    tls = new TestTls(directory);
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
    tls.close();
  }

  private AgentTls of(PeerIdentity identity) {
    return tls.agent(identity);
  }

  private static PeerIdentity site(String name) {
    return PeerIdentity.site(name);
  }

  private TunnelContext context(SiteId self, SiteId other, int remotePort, Optional<AgentTls> files) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new TunnelContext(new AgentId(self, self + "-gw"), 1,
        ImmutableMap.of(other, new Neighbour(loopback, loopback, remotePort)), loops, owner, Ticker.systemTicker())
        .with(files.orElse(null));
  }

  /** Begins to open a tunnel from A to B, each with its own TLS. */
  private void open(Optional<AgentTls> ofA, Optional<AgentTls> ofB) throws IOException {
    server = TunnelServer.open(context(B, A, 1, ofB), far, new KnownAddresses(), 0);
    tunnels = new Tunnels(context(A, B, server.port(), ofA), new Random(1));
    owner.submit(() -> {
      opener.follow(tunnels);
      tunnels.plan(List.of(TunnelTarget.along(Path.of("A", "B"))));
    }).awaitUninterruptibly();
  }

  private void refused(Optional<AgentTls> ofA, Optional<AgentTls> ofB, String why) throws IOException {
    open(ofA, ofB);
    Await.until("a refusal that says: " + why, PATIENCE, () -> opener.reasons().stream().anyMatch(reason -> reason.contains(why)));
    assertThat(opener.up()).isEmpty();
    assertThat(far.up()).isEmpty();
  }

  @Test
  void bothShowTheirSitesCertificate() throws IOException {
    open(Optional.of(of(site("A"))), Optional.of(of(site("B"))));
    Await.until("tunnel", PATIENCE, () -> !opener.up().isEmpty() && !far.up().isEmpty());
    Await.until("a probe and its answer", PATIENCE, () -> opener.up().peek().rttNanos() > 0);
    assertThat(opener.reasons()).isEmpty();
  }

  @Test
  void aServerOfAnotherSiteIsNotTalkedTo() throws IOException {
    refused(Optional.of(of(site("A"))), Optional.of(of(site("C"))),
        "expected a certificate of terra://site/B, got one of terra://site/C");
  }

  @Test
  void anOpenerOfAnotherSiteIsRefused() throws IOException {
    refused(Optional.of(of(site("C"))), Optional.of(of(site("B"))),
        "the connection comes from A, but its certificate is that of terra://site/C");
  }

  @Test
  void aServerOfAnotherAuthorityIsNotTalkedTo() throws IOException {
    AgentTls ours = of(site("A"));
    tls.changeAuthority();
    refused(Optional.of(ours), Optional.of(of(site("B"))), "is not signed by an authority in");
  }

  @Test
  void anOpenerThatTrustsTheServerButIsOfAnotherAuthorityIsRefused() throws IOException {
    AgentTls theirs = of(site("B"));
    TlsPaths old = tls.files(site("A"), TestTls.days(-1, 50));
    tls.changeAuthority();
    TlsPaths own = tls.files(site("A"), TestTls.days(-1, 50));
    Files.writeString(own.ca(), Files.readString(old.ca()), StandardOpenOption.APPEND);
    refused(Optional.of(tls.agent(own, site("A"))), Optional.of(theirs), "alert");
  }

  @Test
  void aClientsCertificateOpensNoTunnel() throws IOException {
    refused(Optional.of(of(PeerIdentity.client("x"))), Optional.of(of(site("B"))), "its certificate is that of terra://client/x");
  }

  @Test
  void anOpenerWithoutTlsIsToldThatItIsNeeded() throws IOException {
    refused(Optional.empty(), Optional.of(of(site("B"))), "refused by B/B-gw: tunnels to B need TLS, which the opener does not use");
  }

  @Test
  void aServerWithoutTlsIsNotTalkedTo() throws IOException {
    refused(Optional.of(of(site("A"))), Optional.empty(), "before the other end showed a certificate");
  }
}
