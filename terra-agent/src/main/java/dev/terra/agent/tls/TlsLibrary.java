package dev.terra.agent.tls;

import dev.terra.api.tls.TlsMaterial;
import dev.terra.core.failure.Failures;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.handler.ssl.SslProvider;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The library that does the TLS of a reading of the files: BoringSSL where it can be loaded and takes the kinds of keys, else
 * Java's.
 *
 * @param provider as Netty calls it
 * @param inWords for people: which it is and, where it is Java's, why
 */
record TlsLibrary(SslProvider provider, String inWords) {
  /** "Rejected", of X.509's errors: the other end hears of a bad certificate, not of an error in this process. */
  private static final int REJECTED = 28;
  /** P-521, the next larger curve, is one that BoringSSL takes no signatures of. */
  private static final int LARGEST_CURVE_BITS = 384;

  static TlsLibrary of(TlsMaterial material) {
    return of(material, OpenSsl.unavailabilityCause());
  }

  /** The library where BoringSSL is there, or cannot be loaded for some cause. */
  static TlsLibrary of(TlsMaterial material, @Nullable Throwable notLoaded) {
    return Optional.ofNullable(notLoaded).map(cause -> "BoringSSL cannot be loaded: " + Failures.inWords(cause))
        .or(() -> unknownKey(material)).map(TlsLibrary::java).orElseGet(() -> new TlsLibrary(SslProvider.OPENSSL_REFCNT, "by BoringSSL"));
  }

  static TlsLibrary java(String why) {
    return new TlsLibrary(SslProvider.JDK, "by Java's library (" + why + ")");
  }

  /** A refusal of a certificate, so that this library says it to the other end. */
  CertificateException refusal(CertificateException why) {
    return provider == SslProvider.JDK ? why : new OpenSslCertificateException(why.getMessage(), why, REJECTED);
  }

  private static Optional<String> unknownKey(TlsMaterial material) {
    return Stream.concat(Stream.of(material.chain()), material.authorityCertificates().stream())
        .map(X509Certificate::getPublicKey).filter(key -> !isTaken(key)).findFirst()
        .map(key -> "BoringSSL takes keys of the kinds RSA, P-256 and P-384, a certificate has one of the kind " + kind(key));
  }

  private static boolean isTaken(PublicKey key) {
    return key instanceof RSAPublicKey || (key instanceof ECPublicKey curve && bits(curve) <= LARGEST_CURVE_BITS);
  }

  private static String kind(PublicKey key) {
    return key instanceof ECPublicKey curve ? "P-" + bits(curve) : key.getAlgorithm();
  }

  private static int bits(ECPublicKey key) {
    return key.getParams().getCurve().getField().getFieldSize();
  }
}
