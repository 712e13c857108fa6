package dev.terra.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the shipped units, as systemd and {@code terra check} read them. */
class SystemdUnitTest {
  private static final String AGENT = "terra-agent.service";
  private static final Path SHIPPED = Path.of("..", "share", "systemd");

  @TempDir
  private Path folder;

  @BeforeEach
  void install() throws IOException {
    Files.copy(SHIPPED.resolve(AGENT), folder.resolve(AGENT));
  }

  private SystemdUnit unit() {
    return SystemdUnit.find(List.of(folder.resolve("none"), folder), AGENT).orElseThrow();
  }

  private void dropIn(String name, String text) throws IOException {
    Files.writeString(Files.createDirectories(folder.resolve(AGENT + ".d")).resolve(name), text);
  }

  @Test
  void sudoWorksWithTheDropInAndNotWithoutIt() throws IOException {
    assertThat(unit().noMorePrivileges()).isPresent();
    dropIn("router.conf", "[Service]\nNoNewPrivileges=no\n");
    assertThat(unit().noMorePrivileges()).contains("CapabilityBoundingSet=");
    dropIn("router.conf", "[Service]\nNoNewPrivileges=no\nCapabilityBoundingSet=CAP_SETUID\n");
    assertThat(unit().noMorePrivileges()).as("others imply it").isPresent();
    dropIn("router.conf", Files.readString(SHIPPED.resolve("terra-agent-router.conf")));
    assertThat(unit().noMorePrivileges()).isEmpty();
  }

  @Test
  void foldersAreWritableThatAreNamed() throws IOException {
    Path exchange = Path.of("/data/exchange");
    assertThat(unit().noWritesTo(exchange)).contains("ProtectSystem=strict");
    assertThat(unit().noWritesTo(Path.of("/var/lib/terra/spool"))).isEmpty();
    assertThat(unit().noWritesTo(Path.of("/tmp/x"))).contains("PrivateTmp=yes");
    assertThat(unit().noWritesTo(Path.of("/home/bob"))).contains("ProtectHome=yes");
    dropIn("a.conf", "[Service]\nReadWritePaths=-/data\n");
    assertThat(unit().noWritesTo(exchange)).isEmpty();
    assertThat(unit().noWritesTo(Path.of("/database"))).isPresent();
    dropIn("b.conf", "[Service]\nReadWritePaths=\n");
    assertThat(unit().noWritesTo(exchange)).isPresent();
  }

  @Test
  void unitsRunTheArchiveAsTheSaidUser() throws IOException {
    assertThat(unit().runsWith(Path.of("/etc/terra/agent.yaml"))).isTrue();
    assertThat(unit().runsWith(Path.of("/etc/terra/other.yaml"))).isFalse();
    for (String service : List.of("agent", "controller")) {
      String text = Files.readString(SHIPPED.resolve("terra-" + service + ".service"));
      assertThat(text).contains("\nExecStart=/opt/terra/bin/terra " + service + " --config /etc/terra/" + service + ".yaml",
          "\nUser=terra\n",
          "useradd --system", "\nRestartPreventExitStatus=78\n").doesNotContain("ExecStartPre", "/usr/lib/terra");
    }
  }
}
