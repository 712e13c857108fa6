package dev.terra.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.client.RpcProblem;
import dev.terra.api.client.ShuffleClient;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.Speech;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a controller that requires certificates, and of what each kind of peer may do. */
@Timeout(120)
class TlsControllerTest {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir
  private Path directory;
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
  private final List<AutoCloseable> open = new ArrayList<>();
  private CertificateAuthority authority = newAuthority();
  private ControllerServer server;

  private static CertificateAuthority newAuthority() {
    return CertificateAuthority.create("test authority", days(-1, 100));
  }

  private static Validity days(long from, long until) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return new Validity(now.plus(from, ChronoUnit.DAYS), now.plus(until, ChronoUnit.DAYS));
  }

  private Path folder(String name, PeerIdentity identity) throws IOException {
    authority.issue(identity.uri(), days(-1, 50)).save(directory.resolve(name));
    return directory.resolve(name);
  }

  private TlsFiles tls(Path folder) throws IOException {
    TlsFiles files = TlsFiles.open(TlsPaths.in(folder), news -> { }, problem -> { });
    open.add(files);
    return files;
  }

  private ChannelCredentials showing(String name, PeerIdentity identity) throws IOException {
    return tls(folder(name, identity)).toController();
  }

  @BeforeEach
  void start() throws IOException {
    server = start(folder("controller", PeerIdentity.controller()));
  }

  private ControllerServer start(Path certificates) throws IOException {
    Path topology = Files.writeString(directory.resolve("pair.yaml"),
        "name: pair\nsites: [{id: A}, {id: B}]\nlinks: [{between: [A, B], capacity: 80 Mbps, latency: 1 ms}]\n");
    ControllerConfig config = new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    ControllerServer started = ControllerServer.start(Settings.of(config, 1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        executor, System::nanoTime, tls(certificates));
    open.add(started);
    return started;
  }

  @AfterEach
  void stop() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
    executor.shutdownNow();
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
  }

  /** Attaches as a site's agent. Returns the first command, or the error that prevents it. */
  private CompletableFuture<ControllerMessage> attach(String site, ChannelCredentials credentials) {
    ManagedChannel channel = NettyChannelBuilder.forAddress(address(), credentials).build();
    open.add(channel::shutdownNow);
    CompletableFuture<ControllerMessage> first = new CompletableFuture<>();
    StreamObserver<AgentReport> reports = ControllerGrpc.newStub(channel).attach(new StreamObserver<>() {
      @Override
      public void onNext(ControllerMessage command) {
        first.complete(command);
      }

      @Override
      public void onError(Throwable error) {
        first.completeExceptionally(error);
      }

      @Override
      public void onCompleted() {
        first.completeExceptionally(new IllegalStateException("completed"));
      }
    });
    reports.onNext(AgentReport.newBuilder().setHello(AgentHello.newBuilder()
        .setProtocolVersion(2).setSite(site).setAgent(site + "-gw").setSession(7)).build());
    return first;
  }

  private void refused(String site, ChannelCredentials credentials, String why) {
    assertThatThrownBy(() -> attach(site, credentials).get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .satisfies(failure -> assertThat(RpcProblem.inWords(failure.getCause())).contains(why));
  }

  @Test
  void anAgentRegistersWithItsSitesCertificate() throws Exception {
    ControllerMessage command = attach("A", showing("A", PeerIdentity.site("A"))).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(command.hasWelcome()).isTrue();
  }

  /** Silent streams of site A take only site A's part of the streams, so the agent of the other site is still admitted. */
  @Test
  void oneSitesStreamsKeepNobodyOut() throws Exception {
    ManagedChannel channel = NettyChannelBuilder.forAddress(address(), showing("A", PeerIdentity.site("A"))).build();
    open.add(channel::shutdownNow);
    CountDownLatch refused = new CountDownLatch(1);
    for (int stream = 0; stream < 100; stream++) {
      ControllerGrpc.newStub(channel).attach(new StreamObserver<>() {
        @Override
        public void onNext(ControllerMessage command) {}

        @Override
        public void onError(Throwable error) {
          refused.countDown();
        }

        @Override
        public void onCompleted() {}
      });
    }
    assertThat(refused.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(attach("B", showing("B", PeerIdentity.site("B"))).get(PATIENCE_SECONDS, TimeUnit.SECONDS).hasWelcome()).isTrue();
  }

  @Test
  void anAgentOfAnotherSiteIsRefused() throws Exception {
    refused("A", showing("B", PeerIdentity.site("B")), "the agent claims to be of A, but its certificate is of terra://site/B");
  }

  @Test
  void aClientIsNoAgentAndAnAgentIsNoClient() throws Exception {
    TlsPaths client = TlsPaths.in(folder("client", PeerIdentity.client("operator")));
    refused("A", showing("another", PeerIdentity.client("operator")),
        "this call needs a certificate of a site, it came with one of terra://client/operator");
    TlsPaths agent = TlsPaths.in(folder("A", PeerIdentity.site("A")));
    try (ShuffleClient job = ShuffleClient.open("127.0.0.1:" + server.port(), Duration.ofSeconds(1), agent)) {
      assertThatThrownBy(() -> job.awaitConnected(Duration.ofSeconds(10)))
          .hasMessageContaining("this call needs a certificate of a client, it came with one of terra://site/A");
    }
    try (ShuffleClient job = ShuffleClient.open("127.0.0.1:" + server.port(), Duration.ofSeconds(1), client)) {
      job.awaitConnected(Duration.ofSeconds(PATIENCE_SECONDS));
    }
  }

  @Test
  void aServerThatSpeaksPlainIsSaidToAtOnce() throws Exception {
    Server plain = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).build().start();
    open.add(plain::shutdownNow);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), plain.getPort());
    assertThat(Speech.at(address)).isEqualTo(Speech.PLAIN);
    assertThat(Speech.at(address())).isEqualTo(Speech.TLS);
    TlsPaths client = TlsPaths.in(folder("client", PeerIdentity.client("operator")));
    try (ShuffleClient job = ShuffleClient.open("127.0.0.1:" + plain.getPort(), Duration.ofSeconds(1), client)) {
      assertThatThrownBy(() -> job.awaitConnected(Duration.ofSeconds(PATIENCE_SECONDS)))
          .hasMessageContaining("this end speaks TLS, and the other end speaks plain");
    }
    try (ShuffleClient job = ShuffleClient.open("127.0.0.1:" + server.port(), Duration.ofSeconds(1))) {
      assertThatThrownBy(() -> job.awaitConnected(Duration.ofSeconds(PATIENCE_SECONDS)))
          .hasMessageContaining("this end speaks plain, and the other end speaks TLS");
    }
  }

  @Test
  void withTlsItIsNotInsecure() {
    assertThat(server.isInsecure()).isFalse();
  }

  @Test
  void withoutACertificateThereIsNothing() throws Exception {
    refused("A", InsecureChannelCredentials.create(), "the other end closed the connection without an answer");
    ChannelCredentials trustsAndShowsNothing = TlsChannelCredentials.newBuilder()
        .trustManager(folder("nobody", PeerIdentity.controller()).resolve("ca.pem").toFile()).build();
    refused("A", trustsAndShowsNothing, "");
  }

  @Test
  void anotherAuthoritysWordIsNotTaken() throws Exception {
    authority = newAuthority();
    refused("A", showing("A", PeerIdentity.site("A")), "is not signed by an authority in");
  }

  @Test
  void nobodyElseIsTakenForTheController() throws Exception {
    server = start(folder("impostor", PeerIdentity.site("B")));
    refused("A", showing("A", PeerIdentity.site("A")), "expected a certificate of terra://controller, got one of terra://site/B");
  }

  @Test
  void newFilesAreUsedForNewConnections() throws Exception {
    authority = newAuthority();
    ChannelCredentials agent = showing("A", PeerIdentity.site("A"));
    refused("A", agent, "is not signed by an authority in");
    try (var files = Files.list(folder("controller-new", PeerIdentity.controller()))) {
      for (Path file : files.toList()) {
        Files.move(file, directory.resolve("controller").resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    boolean welcome = false;
    while (!welcome && System.nanoTime() < deadline) {
      welcome = attach("A", agent).handle((command, failure) -> command != null && command.hasWelcome())
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    assertThat(welcome).isTrue();
  }
}
