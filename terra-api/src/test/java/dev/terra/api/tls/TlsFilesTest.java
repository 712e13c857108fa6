package dev.terra.api.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of reading, refusing and replacing the files of TLS. */
@Timeout(120)
class TlsFilesTest {
  @TempDir
  private Path directory;
  private CertificateAuthority authority = CertificateAuthority.create("test authority", days(-2, 100));

  private static Validity days(long from, long until) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return new Validity(now.plus(from, ChronoUnit.DAYS), now.plus(until, ChronoUnit.DAYS));
  }

  private TlsPaths save(String folder, String uri, Validity validity) throws IOException {
    authority.issue(uri, validity).save(directory.resolve(folder));
    return TlsPaths.in(directory.resolve(folder));
  }

  private TlsPaths ofSite(String folder) throws IOException {
    return save(folder, "terra://site/HK", days(-1, 50));
  }

  private static void ignore(String text) {
    // these texts do not matter for these tests
  }

  private static void replace(Path file, Path by) throws IOException {
    Files.copy(by, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void change(Path file, UnaryOperator<String> change) throws IOException {
    Files.writeString(file, change.apply(Files.readString(file)));
  }

  private static void refused(TlsPaths paths, Path named, String why) {
    assertThatThrownBy(() -> TlsFiles.open(paths, TlsFilesTest::ignore, TlsFilesTest::ignore).close()).isInstanceOf(TlsException.class)
        .hasMessageStartingWith(named + ": ").hasMessageContaining(why).message().doesNotContain("\n");
  }

  @Test
  void whatFitsTogetherIsUsed() throws IOException {
    TlsPaths paths = ofSite("a");
    try (TlsFiles files = TlsFiles.open(paths, TlsFilesTest::ignore, TlsFilesTest::ignore)) {
      assertThat(files.identity()).isEqualTo(PeerIdentity.site("HK"));
      assertThat(files.validUntil()).isAfter(Instant.now());
    }
    assertThatThrownBy(() -> TlsFiles.open(paths, PeerIdentity.site("LA"), TlsFilesTest::ignore, TlsFilesTest::ignore).close())
        .isInstanceOf(TlsException.class).hasMessageContaining("expected a certificate of terra://site/LA, got one of terra://site/HK");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(paths.key()))).isEqualTo("rw-------");
  }

  @Test
  void whatDoesNotIsRefusedInOneLineThatNamesTheFile() throws IOException {
    TlsPaths missing = ofSite("missing");
    Files.delete(missing.key());
    refused(missing, missing.key(), "no such file");
    TlsPaths foreign = ofSite("foreign");
    replace(foreign.key(), ofSite("other").key());
    refused(foreign, foreign.key(), "is not the key of the certificate in " + foreign.certificate());
    TlsPaths expired = save("expired", "terra://site/HK", days(-2, -1));
    refused(expired, expired.certificate(), "the certificate expired on ");
    TlsPaths early = save("early", "terra://site/HK", days(2, 3));
    refused(early, early.certificate(), "the certificate is not valid before ");
    TlsPaths old = ofSite("old");
    change(old.key(), text -> text.replace("PRIVATE KEY", "EC PRIVATE KEY"));
    refused(old, old.key(), "expected an unencrypted PKCS#8 key");
    TlsPaths noKey = ofSite("no-key");
    replace(noKey.key(), noKey.certificate());
    refused(noKey, noKey.key(), "expected a private key in PEM");
    TlsPaths empty = ofSite("empty");
    change(empty.certificate(), text -> "");
    refused(empty, empty.certificate(), "expected one certificate or more");
    TlsPaths torn = ofSite("torn");
    change(torn.certificate(), text -> text.substring(0, text.length() / 2));
    refused(torn, torn.certificate(), "is no certificate in PEM");
    TlsPaths unsigned = ofSite("unsigned");
    authority = CertificateAuthority.create("test authority", days(-2, 100));
    replace(unsigned.ca(), ofSite("another").ca());
    refused(unsigned, unsigned.certificate(), "is not signed by an authority in " + unsigned.ca());
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://site/HK", "terra://site", "terra://site/", "terra://site/a b", "terra://controller/x", "terra://king/A"})
  void aCertificateHasToNameSomebody(String uri) throws IOException {
    TlsPaths paths = save("x", uri, days(-1, 50));
    refused(paths, paths.certificate(), "terra://");
  }

  @ParameterizedTest
  @ValueSource(strings = {"terra://site/HK", "terra://site/NY-2_b.c", "terra://controller", "terra://client/ops"})
  void whoIsNamedIsReadAsItIsWritten(String uri) throws IOException {
    try (TlsFiles files = TlsFiles.open(save("x", uri, days(-1, 50)), TlsFilesTest::ignore, TlsFilesTest::ignore)) {
      assertThat(files.identity().uri()).isEqualTo(uri);
    }
  }

  @Test
  void newFilesAreUsedAndBadOnesAreToldOnceAndNotUsed() throws Exception {
    TlsPaths paths = ofSite("a");
    BlockingQueue<String> news = new LinkedBlockingQueue<>();
    List<String> problems = new CopyOnWriteArrayList<>();
    BlockingQueue<String> firstProblems = new LinkedBlockingQueue<>();
    try (TlsFiles files = TlsFiles.open(paths, news::add, problem -> {
      problems.add(problem);
      firstProblems.add(problem);
    })) {
      Instant before = files.validUntil();
      replace(paths.key(), ofSite("b").key());
      assertThat(firstProblems.poll(60, TimeUnit.SECONDS)).contains("the last good files are kept").contains(paths.key().toString());
      assertThat(files.validUntil()).isEqualTo(before);

      TlsPaths longer = save("c", "terra://site/HK", days(-1, 60));
      replace(paths.key(), longer.key());
      replace(paths.certificate(), longer.certificate());
      assertThat(news.poll(60, TimeUnit.SECONDS)).contains("new files are in use");
      assertThat(files.validUntil()).isAfter(before.plus(Duration.ofDays(5)));

      TlsPaths other = save("d", "terra://site/LA", days(-1, 90));
      replace(paths.key(), other.key());
      replace(paths.certificate(), other.certificate());
      assertThat(firstProblems.poll(60, TimeUnit.SECONDS))
          .contains("expected a certificate of terra://site/HK, got one of terra://site/LA");
      assertThat(files.identity()).isEqualTo(PeerIdentity.site("HK"));
      Files.delete(paths.ca());
      assertThat(firstProblems.poll(60, TimeUnit.SECONDS)).contains(paths.ca() + ": no such file");
      assertThat(problems).as("each is told once").hasSize(3).doesNotHaveDuplicates();
      assertThat(news).isEmpty();
    }
  }

  @Test
  void aCertificateThatExpiresSoonIsToldOf() throws Exception {
    BlockingQueue<String> problems = new LinkedBlockingQueue<>();
    try (TlsFiles files = TlsFiles.open(save("soon", "terra://site/HK", days(-1, 3)), TlsFilesTest::ignore, problems::add)) {
      assertThat(problems.poll(60, TimeUnit.SECONDS)).contains("expires on " + files.validUntil());
    }
  }
}
