package dev.terra.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import dev.terra.cli.ControllerCommand;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of commands with TLS: whose certificate they present, and their errors for files that cannot be used. */
@Timeout(120)
class TlsCommandsTest {
  @TempDir
  private Path directory;
  private final CertificateAuthority authority = CertificateAuthority.create("test authority", days(100));
  private Path topology;

  private static Validity days(long until) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return new Validity(now.minus(1, ChronoUnit.DAYS), now.plus(until, ChronoUnit.DAYS));
  }

  @BeforeEach
  void writeTopology() throws IOException {
    topology = Files.writeString(directory.resolve("pair.yaml"),
        "name: pair\nsites: [{id: A}, {id: B}]\nlinks: [{between: [A, B], capacity: 80 Mbps, latency: 1 ms}]\n");
  }

  private Path folder(String name, PeerIdentity identity) throws IOException {
    authority.issue(identity.uri(), days(50)).save(directory.resolve(name));
    return directory.resolve(name);
  }

  private static String run(Object command, int exitCode, String... arguments) {
    StringWriter written = new StringWriter();
    PrintWriter writer = new PrintWriter(written, true);
    assertThat(new CommandLine(command).setOut(writer).setErr(writer).execute(arguments)).as(written.toString()).isEqualTo(exitCode);
    return written.toString();
  }

  @Test
  void theStatusIsForThoseWithACertificate() throws IOException {
    ControllerConfig config = new ControllerConfig(topology.toString(), "127.0.0.1:0", "terra-plus", 10, 1.0, 0, 5000);
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    TlsPaths own = TlsPaths.in(folder("controller", PeerIdentity.controller()));
    try (TlsFiles files = TlsFiles.open(own, news -> { }, problem -> { });
        ControllerServer server = ControllerServer.start(Settings.of(config, 1),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), executor, System::nanoTime, files)) {
      String controller = "127.0.0.1:" + server.port();
      Path client = folder("client", PeerIdentity.client("operator"));
      assertThat(run(new StatusCommand(), 0, "--controller", controller, "--tls", client.toString(), "--json", "--timeout", "60"))
          .contains("\"agents\"");
      assertThat(run(new StatusCommand(), 1, "--controller", controller)).contains("if it uses TLS, say --tls");
      assertThat(run(new ShufflesCommand(), 1, "--controller", controller, "--tls", directory.resolve("none").toString()))
          .contains("none").contains("no such file");
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void theControllerDoesNotStartWithFilesThatAreOfNoUse() throws IOException {
    Path config = Files.writeString(directory.resolve("controller.yaml"), """
        topology: pair.yaml
        listen: 127.0.0.1:0
        tls: {certificate: B/certificate.pem, key: B/gone.pem, ca: B/ca.pem}
        """);
    folder("B", PeerIdentity.site("B"));
    assertThat(run(new ControllerCommand(), 1, "--config", config.toString()))
        .startsWith("controller: ").contains("B/gone.pem: no such file").hasLineCount(1);
    Files.writeString(config, Files.readString(config).replace("gone", "key"));
    assertThat(run(new ControllerCommand(), 1, "--config", config.toString()))
        .contains("B/certificate.pem: expected a certificate of terra://controller, got one of terra://site/B").hasLineCount(1);
  }
}
