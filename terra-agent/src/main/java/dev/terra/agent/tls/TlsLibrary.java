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
 * The library that does TLS for one reading of the files: BoringSSL if it can be loaded and supports the kinds of keys, otherwise Java's.
 *
 * @param provider the library as Netty calls it
 * @param inWords a text for people: which library it is and, if it is Java's, why
 */
record TlsLibrary(SslProvider provider, String inWords) {
  /** The error "rejected" of X.509, with which the other end is sent an alert of a bad certificate, not of an error in this process. */
  private static final int REJECTED = 28;
  /** The size of the largest curve whose signatures BoringSSL takes. It takes none of P-521, the next larger curve. */
  private static final int LARGEST_CURVE_BITS = 384;

  static TlsLibrary of(TlsMaterial material) {
    return of(material, OpenSsl.unavailabilityCause());
  }

  /** Returns the library, given why BoringSSL cannot be loaded; null if it can. */
  static TlsLibrary of(TlsMaterial material, @Nullable Throwable notLoaded) {
    return Optional.ofNullable(notLoaded).map(cause -> "BoringSSL cannot be loaded: " + Failures.inWords(cause))
        .or(() -> unknownKey(material)).map(TlsLibrary::java).orElseGet(() -> new TlsLibrary(SslProvider.OPENSSL_REFCNT, "by BoringSSL"));
  }

  static TlsLibrary java(String why) {
    return new TlsLibrary(SslProvider.JDK, "by Java's library (" + why + ")");
  }

  /** Returns the refusal of a certificate in the form in which this library reports it to the other end. */
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
