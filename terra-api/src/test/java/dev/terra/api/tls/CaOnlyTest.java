package dev.terra.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of clients that have no certificate of their own, and trust a controller by its authority's certificate. */
@Timeout(60)
class CaOnlyTest {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final Validity validity = new Validity(now.minus(1, ChronoUnit.DAYS), now.plus(50, ChronoUnit.DAYS));
  private final CertificateAuthority authority = CertificateAuthority.create("test", validity);

  @TempDir
  private Path directory;

  private boolean shakesHands(PeerIdentity server, Path authorities) throws Exception {
    Path folder = directory.resolve(server.role().name());
    if (!Files.exists(folder)) {
      authority.issue(server.uri(), validity).save(folder);
    }
    try (TlsFiles files = TlsFiles.open(TlsPaths.in(folder), news -> { }, problem -> { })) {
      SSLContext context = files.contextTo(PeerIdentity.controller());
      try (SSLServerSocket listening =
          (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        Thread accepts = new Thread(() -> accept(listening));
        accepts.start();
        try (SSLSocket socket = (SSLSocket) TlsFiles.trusting(authorities, PeerIdentity.controller()).getSocketFactory()
            .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
          socket.startHandshake();
          return true;
        } catch (SSLException e) {
          return false;
        } finally {
          accepts.join();
        }
      }
    }
  }

  private static void accept(SSLServerSocket listening) {
    try (SSLSocket socket = (SSLSocket) listening.accept()) {
      socket.startHandshake();
    } catch (IOException e) {
      assertThat(e).isNotNull(); // the client refuses the connection
    }
  }

  @Test
  void theAuthoritysCertificateIsEnough() throws Exception {
    Path ca = directory.resolve("CONTROLLER").resolve("ca.pem");
    assertThat(shakesHands(PeerIdentity.controller(), prepared(ca))).isTrue();
    assertThat(shakesHands(PeerIdentity.site("A"), ca)).as("a site is no controller").isFalse();
    CertificateAuthority.create("another", validity).save(directory.resolve("another"));
    assertThat(shakesHands(PeerIdentity.controller(), directory.resolve("another/ca.pem"))).as("another authority's").isFalse();
  }

  private Path prepared(Path ca) throws IOException {
    authority.issue(PeerIdentity.controller().uri(), validity).save(ca.getParent());
    return ca;
  }

  @Test
  void aFileThatIsNoneIsNamed() {
    assertThatThrownBy(() -> TlsFiles.trusting(directory.resolve("none.pem"), PeerIdentity.controller()))
        .isInstanceOf(TlsException.class).hasMessageContaining("none.pem");
  }
}
