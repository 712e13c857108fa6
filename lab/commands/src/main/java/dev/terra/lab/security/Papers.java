package dev.terra.lab.security;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsPaths;
import dev.terra.certs.CertificateAuthority.Validity;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.IssuedCertificate;
import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Certificates: those of the WAN, and those with which a stranger impersonates one of its processes. */
@SuppressWarnings("TimeInStaticInitializer") // the certificates of one run begin with it
final class Papers {
  private static final Instant NOW = Instant.now();
  private static final Validity VALID = new Validity(NOW.minus(Duration.ofHours(1)), NOW.plus(Duration.ofDays(1)));
  private static final Validity OVER = new Validity(NOW.minus(Duration.ofDays(2)), NOW.minus(Duration.ofDays(1)));

  private final Path directory;
  private final CertificateAuthority authority = CertificateAuthority.create("authority", new Validity(NOW.minus(Duration.ofDays(3)),
      NOW.plus(Duration.ofDays(2))));
  private final CertificateAuthority stranger = CertificateAuthority.create("stranger", VALID);
  private int folders;

  /** Writes the WAN's certificates into a directory. */
  Papers(Path directory) {
    this.directory = directory;
  }

  /** Returns the files of one of the WAN's processes. */
  TlsPaths files(PeerIdentity owner) throws IOException {
    Path folder = directory.resolve("papers-" + folders++);
    authority.issue(owner.uri(), VALID).save(folder);
    return TlsPaths.in(folder);
  }

  /** Returns a valid certificate of an identity. */
  IssuedCertificate of(PeerIdentity owner) {
    return authority.issue(owner.uri(), VALID);
  }

  /** Returns an expired certificate of an identity. */
  IssuedCertificate expired(PeerIdentity owner) {
    return authority.issue(owner.uri(), OVER);
  }

  /** Returns a certificate of an identity by an authority that is not trusted here. */
  IssuedCertificate foreign(PeerIdentity owner) {
    return stranger.issue(owner.uri(), VALID);
  }

  /** Returns TLS with a certificate, or none, that accepts every peer. */
  static SSLContext context(Optional<IssuedCertificate> own) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(own.isPresent() ? keys(own.get()) : null, new TrustManager[] {new Credulous()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
    }
  }

  private static KeyManager[] keys(IssuedCertificate own) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setKeyEntry("own", own.key(), new char[0], new Certificate[] {own.certificate()});
    KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  /** Returns the same for gRPC, which reads certificates from files. */
  ChannelCredentials channel(IssuedCertificate own) throws IOException {
    Path saved = Files.createTempDirectory(directory, "shown");
    own.save(saved);
    return TlsChannelCredentials.newBuilder().trustManager(credulous())
        .keyManager(saved.resolve(IssuedCertificate.CERTIFICATE_FILE).toFile(), saved.resolve(IssuedCertificate.KEY_FILE).toFile()).build();
  }

  /** Returns a trust manager for gRPC that accepts every peer. */
  static TrustManager credulous() {
    return new Credulous();
  }

  /** A trust manager that accepts every peer, since a hostile process has no reason to check its peers. */
  private static final class Credulous extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      // any peer is accepted
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      // any peer is accepted
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
      // any peer is accepted
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      // any peer is accepted
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      // any peer is accepted
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      // any peer is accepted
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
