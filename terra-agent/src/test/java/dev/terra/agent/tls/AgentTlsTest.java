package dev.terra.agent.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.support.Await;
import dev.terra.agent.support.TestTls;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsMaterial;
import dev.terra.certs.CertificateAuthority.Validity;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCounted;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests both ends of connections from A to B, with either library. */
@Timeout(120)
class AgentTlsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final PeerIdentity A = PeerIdentity.site("A");
  private static final PeerIdentity B = PeerIdentity.site("B");

  @TempDir
  private Path directory;
  private TestTls tls;
  private final List<AgentTls> opened = new ArrayList<>();

  @BeforeEach
  void makeCertificates() {
    tls = new TestTls(directory);
  }

  @AfterEach
  void close() {
    opened.forEach(AgentTls::close);
    tls.close();
  }

  static TlsLibrary boring(TlsMaterial material) {
    return TlsLibrary.of(material);
  }

  static TlsLibrary java(TlsMaterial material) {
    return TlsLibrary.java("as this test has it");
  }

  static Stream<Arguments> libraries() {
    Function<TlsMaterial, TlsLibrary> boring = AgentTlsTest::boring;
    Function<TlsMaterial, TlsLibrary> java = AgentTlsTest::java;
    return Stream.of(Arguments.of(boring, boring), Arguments.of(boring, java), Arguments.of(java, boring), Arguments.of(java, java));
  }

  private AgentTls open(PeerIdentity identity, Validity validity, Function<TlsMaterial, TlsLibrary> choice) {
    TlsFiles files = tls.open(tls.files(identity, validity));
    AgentTls made = AgentTls.of(files, choice, news -> { });
    opened.add(made);
    return made;
  }

  private AgentTls open(PeerIdentity identity, Function<TlsMaterial, TlsLibrary> choice) {
    return open(identity, TestTls.days(-1, 50), choice);
  }

  @Test
  void thisMachineHasBoringSsl() {
    assertThat(OpenSsl.unavailabilityCause()).isNull();
    assertThat(TlsLibrary.of(tls.open(tls.site("A")).material()).inWords()).isEqualTo("by BoringSSL");
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void bothEndsShowWhoTheyAreAndUseTheProcessorsCipher(Function<TlsMaterial, TlsLibrary> ofA, Function<TlsMaterial, TlsLibrary> ofB)
      throws Exception {
    AgentTls b = open(B, ofB);
    try (TestConnections connections = new TestConnections(b)) {
      TestConnections.Connection client = connections.connect(open(A, ofA), "B");
      assertThat(client.echo("x".repeat(50_000))).isNotEmpty();
      assertThat(client.shown()).isEqualTo(B);
      assertThat(connections.accepted().shown()).isEqualTo(A);
      assertThat(client.tls().engine().getSession().getProtocol()).isEqualTo("TLSv1.3");
      assertThat(client.tls().engine().getSession().getCipherSuite()).matches("TLS_AES_(128|256)_GCM_SHA(256|384)");
      client.close();
    }
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void aSessionIsResumedWithoutCertificatesUntilTheFilesAreReplaced(
      Function<TlsMaterial, TlsLibrary> ofA, Function<TlsMaterial, TlsLibrary> ofB) throws Exception {
    AgentTls a = open(A, ofA);
    AgentTls b = AgentTls.of(tls.open(tls.site("B")), ofB, news -> { });
    opened.add(b);
    try (TestConnections connections = new TestConnections(b)) {
      for (int turn = 0; turn < 3; turn++) {
        TestConnections.Connection client = connections.connect(a, "B");
        client.echo("hello");
        assertThat(client.shown()).isEqualTo(B);
        assertThat(connections.accepted().shown()).isEqualTo(A);
        client.close();
      }
      assertThat(a.certificatesChecked()).isEqualTo(1);
      assertThat(b.certificatesChecked()).isEqualTo(1);
      connections.connect(a, "another server").close();
      assertThat(a.certificatesChecked()).isEqualTo(2);

      TlsMaterial before = b.files().material();
      tls.replace("B", TestTls.days(-1, 60));
      Await.until("new files", PATIENCE, () -> b.files().material() != before);
      connections.connect(a, "B").close();
      assertThat(a.certificatesChecked()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void aResumedSessionOfACertificateThatHasExpiredIsRefused(
      Function<TlsMaterial, TlsLibrary> ofA, Function<TlsMaterial, TlsLibrary> ofB) throws Exception {
    Instant soon = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(5);
    AgentTls a = open(A, new Validity(soon.minusSeconds(1_000), soon), ofA);
    AgentTls b = open(B, ofB);
    try (TestConnections connections = new TestConnections(b)) {
      TestConnections.Connection first = connections.connect(a, "B");
      first.echo("hello");
      assertThat(connections.accepted().shown()).isEqualTo(A);
      first.close();
      Await.until("the certificate has expired", PATIENCE, () -> Instant.now().isAfter(soon.plusSeconds(1)));
      TestConnections.Connection second = connections.connect(a, "B");
      second.echo("hello");
      TestConnections.Connection accepted = connections.accepted();
      assertThatThrownBy(accepted::shown).isInstanceOf(CertificateException.class)
          .hasMessageContaining("the certificate of terra://site/A is not valid any more");
      second.close();
    }
  }

  /** The garbage collector does not free the memory that BoringSSL holds. */
  @Test
  void aContextGoesWithItsLastConnectionAfterTheFilesWereReplaced() throws Exception {
    AgentTls a = open(A, AgentTlsTest::boring);
    AgentTls b = AgentTls.of(tls.open(tls.site("B")), AgentTlsTest::boring, news -> { });
    opened.add(b);
    try (TestConnections connections = new TestConnections(b)) {
      List<TestConnections.Connection> standing = new ArrayList<>();
      List<SslContext> all = new ArrayList<>();
      for (int reading = 1; reading <= 3; reading++) {
        TestConnections.Connection client = connections.connect(a, "B");
        standing.add(client);
        assertThat(client.echo("hello")).isEqualTo("hello");
        all.addAll(b.contexts());
        TlsMaterial before = b.files().material();
        tls.replace("B", TestTls.days(-1, 50 + reading));
        Await.until("new files", PATIENCE, () -> b.files().material() != before);
      }
      connections.connect(a, "B").close();

      assertThat(all).hasSize(3).doesNotHaveDuplicates();
      assertThat(all).as("held by the connections alone").extracting(context -> ((ReferenceCounted) context).refCnt()).containsOnly(1);
      for (TestConnections.Connection old : standing) {
        assertThat(old.echo("still there")).isEqualTo("still there");
        old.close();
      }
      Await.until("all are gone", PATIENCE, () -> all.stream().allMatch(context -> ((ReferenceCounted) context).refCnt() == 0));
      List<SslContext> last = b.contexts();
      Await.until("the last connection is gone", PATIENCE, () -> ((ReferenceCounted) last.get(0)).refCnt() == 1);
      b.close();
      assertThat(((ReferenceCounted) last.get(0)).refCnt()).isZero();
    }
  }

  @Test
  void whereBoringSslCannotBeLoadedJavasLibraryDoesItAndOneLineSaysWhy() {
    List<String> news = new CopyOnWriteArrayList<>();
    UnsatisfiedLinkError missing = new UnsatisfiedLinkError("/tmp is mounted noexec");
    opened.add(AgentTls.of(tls.open(tls.site("A")), material -> TlsLibrary.of(material, missing), news::add));
    assertThat(news).singleElement().asString().contains("TLS is on everywhere, as terra://site/A")
        .endsWith("by Java's library (BoringSSL cannot be loaded: /tmp is mounted noexec)");
  }

  @ParameterizedTest
  @CsvSource({"Ed25519,Ed", "EC -groupname secp521r1,P-521"})
  void keysThatBoringSslDoesNotTakeAreJavasAndWork(String keys, String kind) throws Exception {
    List<String> news = new CopyOnWriteArrayList<>();
    AgentTls own = AgentTls.of(tls.open(SelfSigned.make(directory.resolve("own"), A, keys)), AgentTlsTest::boring, news::add);
    opened.add(own);
    assertThat(news.get(0)).contains("by Java's library (BoringSSL takes keys of the kinds RSA, P-256 and P-384").contains(kind);
    try (TestConnections connections = new TestConnections(own)) {
      TestConnections.Connection client = connections.connect(own, "A");
      assertThat(client.echo("hello")).isEqualTo("hello");
      client.close();
    }
  }
}
