package dev.terra.cli.certs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CertsCommandTest {
  @TempDir
  private Path directory;
  private Path topology;
  private String out = "";
  private String err = "";

  @BeforeEach
  void writeTopology() throws IOException {
    topology = Files.writeString(directory.resolve("pair.yaml"),
        "name: pair\nsites: [{id: HK}, {id: LA}]\nlinks: [{between: [HK, LA], capacity: 80 Mbps, latency: 1 ms}]\n");
  }

  private int run(String... arguments) {
    StringWriter written = new StringWriter();
    StringWriter errors = new StringWriter();
    int exitCode = new CommandLine(new CertsCommand()).setOut(new PrintWriter(written, true)).setErr(new PrintWriter(errors, true))
        .execute(arguments);
    out = written.toString();
    err = errors.toString();
    return exitCode;
  }

  private int make(String folder, String... more) {
    String[] all = new String[4 + more.length];
    System.arraycopy(new String[] {"--topology", topology.toString(), "--out", directory.resolve(folder).toString()}, 0, all, 0, 4);
    System.arraycopy(more, 0, all, 4, more.length);
    return run(all);
  }

  private static TlsFiles open(Path folder) throws IOException {
    return TlsFiles.open(TlsPaths.in(folder), news -> { }, problem -> { });
  }

  private void assertUsable(String folder, PeerIdentity identity, int days) throws IOException {
    try (TlsFiles files = open(directory.resolve(folder))) {
      assertThat(files.identity()).isEqualTo(identity);
      assertThat(files.validUntil()).isBetween(Instant.now().plus(Duration.ofDays(days - 1)), Instant.now().plus(Duration.ofDays(days)));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(folder).resolve("key.pem"))))
        .isEqualTo("rw-------");
  }

  @Test
  void everySiteTheControllerAndAClientGetOne() throws IOException {
    assertThat(make("out")).as(err).isZero();
    assertUsable("out/sites/HK", PeerIdentity.site("HK"), 365);
    assertUsable("out/sites/LA", PeerIdentity.site("LA"), 365);
    assertUsable("out/nodes/HK", PeerIdentity.node("HK"), 365);
    assertUsable("out/controller", PeerIdentity.controller(), 365);
    assertUsable("out/client", PeerIdentity.client("operator"), 365);
    assertUsable("out/admin", PeerIdentity.admin("operator"), 365);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("out/ca/ca.key")))).isEqualTo("rw-------");
    assertThat(out).contains("terra://site/HK").contains("keep it to yourself");
  }

  @Test
  void moreOfAnAuthorityThatThereIs() throws IOException {
    assertThat(make("out")).as(err).isZero();
    assertThat(make("new", "--ca", directory.resolve("out/ca").toString(), "--days", "30", "--json")).as(err).isZero();
    assertUsable("new/sites/HK", PeerIdentity.site("HK"), 30);
    assertThat(directory.resolve("new/ca")).doesNotExist();
    assertThat(directory.resolve("new/controller/ca.pem")).hasSameTextualContentAs(directory.resolve("out/ca/ca.pem"));
    JsonNode json = new ObjectMapper().readTree(out);
    assertThat(json.get("certificates")).hasSize(7);
    assertThat(json.get("certificates").get(0).get("identity").asText()).isEqualTo("terra://controller");
  }

  @Test
  void nothingIsOverwrittenAndWhatIsWrongIsSaid() throws IOException {
    assertThat(make("out")).as(err).isZero();
    byte[] key = Files.readAllBytes(directory.resolve("out/controller/key.pem"));
    assertThat(make("out")).isEqualTo(1);
    assertThat(err).contains("is not empty, and nothing is overwritten").hasLineCount(1);
    assertThat(directory.resolve("out/controller/key.pem")).hasBinaryContent(key);
    assertThat(make("pair.yaml")).isEqualTo(1);
    assertThat(err).contains("is no folder").hasLineCount(1);
    assertThat(make("x", "--ca", directory.toString())).isEqualTo(1);
    assertThat(err).contains("no such file: ").contains("ca.pem").hasLineCount(1);
    assertThat(make("y", "--days", "0")).isEqualTo(2);
    assertThat(err).contains("--days: expected 1 to 3650, got 0");
    assertThat(run("--topology", directory.resolve("none.yaml").toString(), "--out", directory.resolve("z").toString())).isEqualTo(1);
    assertThat(err).contains("none.yaml").hasLineCount(1);
    assertThat(directory.resolve("z")).doesNotExist();
  }

  @Test
  void anAuthorityThatEndsTooSoonIsNotUsed() throws IOException {
    dev.terra.certs.CertificateAuthority.create("short", new dev.terra.certs.CertificateAuthority.Validity(
        Instant.now().minus(Duration.ofDays(1)), Instant.now().plus(Duration.ofDays(10)))).save(directory.resolve("short"));
    assertThat(make("x", "--ca", directory.resolve("short").toString())).isEqualTo(1);
    assertThat(err).contains("say fewer --days").hasLineCount(1);
    assertThat(directory.resolve("x")).doesNotExist();
  }
}
