package dev.terra.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with the kernel settings of this host, and with invented ones. */
class KernelCheckTest {
  private static final Path BUFFER = Path.of("/proc/sys/net/ipv4/tcp_rmem");

  @TempDir
  private Path proc;

  private static Wan wan() {
    Link link = new Link(LinkId.of("A", "B"), new Bandwidth(1e8), Duration.ofMillis(50), OptionalDouble.empty());
    return new Wan("pair", List.of(Site.of("A"), Site.of("B")), List.of(link));
  }

  private List<String> keys(String rmem, String wmem) throws IOException {
    Path settings = Files.createDirectories(proc.resolve("sys/net/ipv4"));
    Files.writeString(settings.resolve("tcp_rmem"), rmem);
    Files.writeString(settings.resolve("tcp_wmem"), wmem);
    return KernelCheck.of(proc, wan(), new SiteId("A")).stream().map(Finding::key).toList();
  }

  @Test
  void whatTheKernelSaysIsReadWhole() throws IOException, InterruptedException {
    Process cat = new ProcessBuilder("cat", BUFFER.toString()).start();
    String said = new String(cat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(cat.waitFor()).isZero();

    assertThat(KernelCheck.read(BUFFER)).isEqualTo(said).hasSizeGreaterThan(5);
  }

  @Test
  void littleIsToWaitInSockets() throws IOException {
    Path settings = Files.createDirectories(proc.resolve("sys/net/ipv4"));
    Files.writeString(settings.resolve("tcp_notsent_lowat"), "4294967295\n");
    assertThat(keys("4096\t20000000\t20000000\n", "4096 16384 20000000")).containsExactly("net.ipv4.tcp_notsent_lowat");
    Files.writeString(settings.resolve("tcp_notsent_lowat"), "65536\n");
    assertThat(keys("4096\t20000000\t20000000\n", "4096 16384 20000000")).isEmpty();
  }

  /** 100 MB/s over a round trip of 100 ms are 10 MB. Linux uses half of a buffer for data, so the buffer must be 20 MB. */
  @Test
  void aWindowHasToFillTheLongestLink() throws IOException {
    assertThat(keys("4096\t20000000\t20000000\n", "4096 16384 20000000")).isEmpty();
    assertThat(keys("4096\t20000000\t19999999\n", "4096 16384 20000000")).containsExactly("net.ipv4.tcp_rmem");
    assertThat(keys("4096\t131072\t20000000\n", "4096 16384 20000000")).as("at first").containsExactly("net.ipv4.tcp_rmem");
    assertThat(keys("4096\t2896000\t20000000\n", "4096 16384 20000000")).as("all that a first window holds").isEmpty();
    assertThat(keys("4096\t20000000\t20000000\n", "4096 16384 4194304")).containsExactly("net.ipv4.tcp_wmem");
  }
}
