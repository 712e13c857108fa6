package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels.Status;
import dev.terra.api.v1.TunnelReport;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReporterTest {
  private static final Path PATH = Path.of(List.of(new SiteId("A"), new SiteId("B")));

  private final Reporter reporter = new Reporter(job -> Optional.empty());
  private final Tunnel tunnel = TestTunnels.on(new EmbeddedChannel(), PATH, true, 1);

  /** What is told of the tunnel at a second of a run in which so many bytes have gone over it. */
  private List<TunnelReport> told(double second, long bytes, boolean up) {
    Status status = up ? new Status(PATH, List.of(tunnel), "") : new Status(PATH, List.of(), "silent");
    List<TunnelReport> told = new ArrayList<>();
    reporter.tellTunnels(List.of(status), Map.of(PATH, bytes), Math.round(second * TimeUnit.SECONDS.toNanos(1)),
        report -> told.add(report.getTunnel()));
    return told;
  }

  @Test
  void aRateIsToldEveryTenSecondsAndOnlyWhereItHasChanged() {
    assertThat(told(100, 5_000, true)).singleElement().satisfies(report -> assertThat(report.getBytesPerSecond()).isZero());
    assertThat(told(101, 9_000, true)).isEmpty();
    assertThat(told(109, 40_000, true)).isEmpty();
    assertThat(told(110, 45_000, true)).singleElement().satisfies(report -> assertThat(report.getBytesPerSecond()).isEqualTo(4_000));
    assertThat(told(120, 86_000, true)).as("4,100 a second is no news").isEmpty();
    assertThat(told(121, 133_000, true)).singleElement()
        .satisfies(report -> assertThat(report.getBytesPerSecond()).isEqualTo(8_000));
  }

  @Test
  void whatGoesUpOrDownIsToldAtOnce() {
    told(100, 0, true);
    assertThat(told(100, 0, false)).singleElement().satisfies(report -> {
      assertThat(report.getUp()).isFalse();
      assertThat(report.getReason()).isEqualTo("silent");
    });
    assertThat(told(100.2, 0, false)).isEmpty();
    assertThat(told(100.4, 0, true)).singleElement().satisfies(report -> assertThat(report.getUp()).isTrue());
  }

  @Test
  void aNewControllerIsToldEverything() {
    told(100, 0, true);
    reporter.forgetAllTold();
    assertThat(told(100.1, 0, true)).hasSize(1);
  }
}
