package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import io.grpc.netty.shaded.io.netty.handler.ssl.JdkSslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the roles that certificates give. */
@Timeout(60)
class TlsRestTest {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final Validity validity = new Validity(now.minus(1, ChronoUnit.DAYS), now.plus(50, ChronoUnit.DAYS));

  @TempDir
  private Path directory;
  private final CertificateAuthority authority = CertificateAuthority.create("test", validity);
  private TlsFiles files;
  private RestHarness rest;

  @BeforeEach
  void start() throws IOException {
    files = TlsFiles.open(TlsPaths.in(folder(PeerIdentity.controller())), news -> { }, problem -> { });
    rest = new RestHarness(new RestSettings(
        RestHarness.loopback(), Optional.empty(), true, Optional.of(files), ImmutableSet.of(), Optional.empty()), RestHarness.small());
  }

  @AfterEach
  void stop() {
    rest.close();
    files.close();
  }

  private Path folder(PeerIdentity identity) throws IOException {
    Path folder = directory.resolve(identity.role().name());
    if (!Files.exists(folder)) {
      authority.issue(identity.uri(), validity).save(folder);
    }
    return folder;
  }

  private String send(Optional<PeerIdentity> identity, String method, String path) throws IOException {
    return send(identity, method, path, "");
  }

  private String send(Optional<PeerIdentity> identity, String method, String path, String more) throws IOException {
    SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK)
        .trustManager(TlsPaths.in(directory.resolve("CONTROLLER")).ca().toFile());
    if (identity.isPresent()) {
      TlsPaths own = TlsPaths.in(folder(identity.get()));
      builder.keyManager(own.certificate().toFile(), own.key().toFile());
    }
    JdkSslContext context = (JdkSslContext) builder.build();
    try (Socket socket = context.context().getSocketFactory()
        .createSocket(rest.server.address().getAddress(), rest.server.address().getPort())) {
      String body = method.equals("GET") ? "" : "{}";
      socket.getOutputStream().write((method + " /api/v1" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Content-Type: application/json\r\n" + more + "Content-Length: " + body.length() + "\r\n\r\n"
              + body).getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void aClientMayLookAndAnOperatorMayWrite() throws IOException {
    Optional<PeerIdentity> client = Optional.of(PeerIdentity.client("eyes"));
    Optional<PeerIdentity> admin = Optional.of(PeerIdentity.admin("ops"));
    assertThat(send(client, "GET", "/status")).startsWith("HTTP/1.1 200");
    assertThat(send(client, "POST", "/sites/S001/drain")).startsWith("HTTP/1.1 403");
    assertThat(send(admin, "GET", "/whoami")).contains("\"admin\"");
    assertThat(send(admin, "POST", "/sites/S001/drain")).as("a made-up controller does nothing").startsWith("HTTP/1.1 503");
  }

  @Test
  void whoSpeaksPlainIsToldThatThePortSpeaksTls() throws IOException {
    try (Socket socket = new Socket(rest.server.address().getAddress(), rest.server.address().getPort())) {
      socket.getOutputStream().write("GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 400").contains("this port speaks TLS").contains("https://");
    }
  }

  @Test
  void aCertificateCountsWhateverTokenComesWithIt() throws IOException {
    String unknown = "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n";
    assertThat(send(Optional.of(PeerIdentity.client("eyes")), "GET", "/status", unknown)).startsWith("HTTP/1.1 200");
    assertThat(send(Optional.of(PeerIdentity.admin("ops")), "GET", "/whoami", unknown)).contains("\"admin\"");
    assertThat(send(Optional.of(PeerIdentity.site("A")), "GET", "/status", unknown)).startsWith("HTTP/1.1 401");
  }

  @Test
  void whoShowsNothingAndWhoIsASiteMayNotLook() throws IOException {
    assertThat(send(Optional.empty(), "GET", "/status")).startsWith("HTTP/1.1 401");
    assertThat(send(Optional.of(PeerIdentity.site("A")), "GET", "/status")).startsWith("HTTP/1.1 403");
  }
}
