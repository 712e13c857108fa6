package dev.terra.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.certs.CertificateAuthority.Validity;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Java's own parser and its path validation accept the certificates that are issued. */
class CertificateAuthorityTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.5Z");
  private static final Validity YEAR = new Validity(NOW, NOW.plusSeconds(31_536_000));
  private static final Validity LONG = new Validity(NOW, Instant.parse("2060-01-01T00:00:00Z"));
  private static final String URI = "terra://site/HK";
  /** The extended key usages for both ends of a connection. */
  private static final List<String> BOTH_ENDS = List.of("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");

  @TempDir
  private Path folder;

  private static void validate(X509Certificate authority, Instant at, X509Certificate... path) throws Exception {
    PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(at));
    CertPathValidator.getInstance("PKIX")
        .validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(path)), parameters);
  }

  @Test
  void anAuthorityCertifiesOthersThatCertifyNobody() throws Exception {
    CertificateAuthority authority = CertificateAuthority.create("a WAN, with \"marks\" = \u00fc", LONG);
    X509Certificate its = authority.certificate();

    its.verify(its.getPublicKey());
    assertThat(its.getVersion()).isEqualTo(3);
    assertThat(its.getBasicConstraints()).isZero();
    assertThat(its.getKeyUsage()).containsExactly(false, false, false, false, false, true, true, false, false);
    assertThat(its.getCriticalExtensionOIDs()).containsExactlyInAnyOrder("2.5.29.15", "2.5.29.19");
    assertThat(its.getSubjectX500Principal()).isEqualTo(its.getIssuerX500Principal());
    assertThat(its.getSubjectX500Principal().getName()).contains("O=Terra").contains("\u00fc");
    assertThat(its.getNotBefore().toInstant()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
    assertThat(its.getNotAfter().toInstant()).isEqualTo(LONG.until());
  }

  @Test
  void whatItIssuesIsForBothEndsAndNamesOneUri() throws Exception {
    CertificateAuthority authority = CertificateAuthority.create("wan", LONG);
    IssuedCertificate issued = authority.issue(URI, YEAR);
    X509Certificate its = issued.certificate();

    validate(authority.certificate(), NOW.plusSeconds(1), its);
    assertThat(its.getBasicConstraints()).isEqualTo(-1);
    assertThat(its.getKeyUsage()[0]).isTrue();
    assertThat(its.getExtendedKeyUsage()).isEqualTo(BOTH_ENDS);
    assertThat(its.getSubjectAlternativeNames()).containsExactly(List.of(6, URI));
    assertThat(its.getSerialNumber()).isPositive().isNotEqualTo(authority.issue(URI, YEAR).certificate().getSerialNumber());
    byte[] ofAuthority = authority.certificate().getExtensionValue("2.5.29.14");
    byte[] ofIssuer = its.getExtensionValue("2.5.29.35");
    assertThat(ofIssuer).endsWith(Arrays.copyOfRange(ofAuthority, ofAuthority.length - 20, ofAuthority.length));
    assertThat(its.getExtensionValue("2.5.29.14")).isNotEqualTo(ofAuthority);
  }

  private static final byte[] LOOPBACK6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  /** Browsers and Prometheus check the host name; Terra's own processes check the URI. */
  @Test
  void aHostsNamesAreInItsCertificate() throws Exception {
    HostNames host = new HostNames(List.of("controller.example", "*.terra"),
        List.of(InetAddress.getByAddress(new byte[] {10, 1, 0, 5}), InetAddress.getByAddress(LOOPBACK6)));
    X509Certificate issued = CertificateAuthority.create("wan", LONG).issue(URI, host, YEAR).certificate();

    assertThat(issued.getSubjectAlternativeNames()).extracting(name -> name.get(0) + " " + name.get(1))
        .containsExactly("6 " + URI, "2 controller.example", "2 *.terra", "7 10.1.0.5", "7 0:0:0:0:0:0:0:1");
    for (String bad : List.of("", "a b", "a\n", "-a", "a..b", "a.", "x".repeat(64), "\u001b")) {
      assertThatThrownBy(() -> new HostNames(List.of(bad), List.of())).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void nobodyElseIsBelieved() throws Exception {
    X509Certificate other = CertificateAuthority.create("wan", LONG).certificate();
    X509Certificate issued = CertificateAuthority.create("wan", LONG).issue(URI, YEAR).certificate();

    assertThatThrownBy(() -> validate(other, NOW.plusSeconds(1), issued)).isInstanceOf(java.security.cert.CertPathValidatorException.class);
    assertThatThrownBy(() -> validate(other, NOW.plusSeconds(1), other, issued))
        .isInstanceOf(java.security.cert.CertPathValidatorException.class);
  }

  @Test
  void outsideOfItsTimeItIsNotBelieved() {
    CertificateAuthority authority = CertificateAuthority.create("wan", LONG);
    X509Certificate issued = authority.issue(URI, YEAR).certificate();

    assertThatThrownBy(() -> validate(authority.certificate(), YEAR.until().plusSeconds(1), issued)).hasMessageContaining("validity");
  }

  @Test
  void oneThatWasSavedIssuesAsBefore() throws Exception {
    CertificateAuthority authority = CertificateAuthority.create("wan", LONG);
    authority.save(folder);

    IssuedCertificate issued = CertificateAuthority.load(folder).issue(URI, YEAR);
    validate(authority.certificate(), NOW.plusSeconds(1), issued.certificate());
    assertThatThrownBy(() -> authority.save(folder)).isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
    Files.delete(folder.resolve("ca.key"));
    assertThatThrownBy(() -> CertificateAuthority.load(folder)).hasMessageContaining("ca.key");
  }
}
