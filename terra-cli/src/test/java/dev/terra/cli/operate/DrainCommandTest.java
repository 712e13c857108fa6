package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import dev.terra.cli.operate.SpeakingSites.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code drain --wait} as a command line, with a real controller and fake agents that only send reports. */
class DrainCommandTest {
  @TempDir
  private Path directory;
  private SpeakingSites sites;

  @BeforeEach
  void start() throws IOException {
    sites = new SpeakingSites(directory);
  }

  @AfterEach
  void stop() {
    sites.close();
  }

  private void produced() {
    sites.produced("job", 1_000_000_000);
  }

  private void say(String site, AgentReport.Builder report) {
    sites.say(site, report);
  }

  private void requested(long bytes) {
    say("A", AgentReport.newBuilder().setProgress(
        BundleProgress.newBuilder().setShuffle("job").setTo("B").setRequestedOutstandingBytes(bytes)));
  }

  private void fetches(String site, int count) {
    say(site, AgentReport.newBuilder().setAlive(AgentAlive.newBuilder().setFetches(count)));
  }

  private Outcome drain(String... arguments) {
    return sites.run(Stream.concat(Stream.of("drain"), Stream.of(arguments)).toArray(String[]::new));
  }

  @Test
  void anAgentMayStopWhenItServesNothingAndNoReaderWaits() {
    produced();
    requested(500);
    fetches("B", 2);
    Outcome waits = drain("agent", "B", "--wait", "--wait-seconds", "1");
    assertThat(waits.exitCode()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(waits.err()).contains("not safe to stop after 1 s: it serves 2 fetches, readers wait for 500 bytes");

    var later = sites.executor.schedule(() -> {
      requested(0);
      fetches("B", 0);
    }, 300, TimeUnit.MILLISECONDS);
    Outcome done = drain("agent", "B", "--wait");
    assertThat(later.isDone()).isTrue();
    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out()).contains("drain-agent B", "it is safe to stop");
    assertThat(drain("agent", "B", "--undo").out()).contains("restore-agent B: done");
  }

  @Test
  void aLinkMayStopWhenNothingGoesOverIt() {
    produced();
    say("A", tunnel(800, "A", "B"));
    Outcome waits = drain("link", "A::B", "--wait", "--wait-seconds", "1");
    assertThat(waits.exitCode()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(waits.err()).contains("1 tunnels carry bytes over it, such as A:B");
    say("A", tunnel(0, "A", "B"));
    assertThat(drain("link", "A::B", "--wait").exitCode()).isZero();
  }

  private static AgentReport.Builder tunnel(double bytesPerSecond, String... path) {
    return AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder().setUp(true).setBytesPerSecond(bytesPerSecond)
        .setPath(WanPath.newBuilder().addAllSites(List.of(path))));
  }
}
