package dev.terra.agent.tunnel;

import dev.terra.agent.link.Measurement;
import dev.terra.api.v1.LinkReport;
import dev.terra.api.v1.WanPath;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.capacity.LinkMeter;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes the reports about measured links that go to the controller. */
final class LinkReporting {
  /** The time for which a link without a shortage is measured before it is reported: three receipts. */
  private static final long TOLD_NANOS = 550_000_000;
  /**
   * The time for which a link that carries less than it is offered is measured: two receipts. A plan should take a shortage into account
   * within seconds.
   */
  private static final long TOLD_LIMITED_NANOS = 350_000_000;

  private LinkReporting() {}

  /**
   * Returns what was measured since the last call, if that is enough for a report. The round trips are those of a tunnel over the same
   * links.
   */
  static Optional<LinkReport.Builder> take(Measurement measurement, @Nullable Tunnel tunnel) {
    return measurement.meter().take(TOLD_NANOS, TOLD_LIMITED_NANOS).filter(figures -> figures.bytes() > 0).map(figures -> {
      LinkReport.Builder report = figures(figures);
      if (tunnel != null) {
        report.setRttMicros(TimeUnit.NANOSECONDS.toMicros(tunnel.rttNanos()))
            .setLeastRttMicros(TimeUnit.NANOSECONDS.toMicros(tunnel.leastRttNanos()));
      }
      return report;
    });
  }

  private static LinkReport.Builder figures(LinkMeter.Figures figures) {
    return LinkReport.newBuilder()
        .setIntervalMillis(millis(figures.nanos()))
        .setDeliveredBytes(figures.bytes())
        .setNetworkLimitedMillis(millis(figures.limitedNanos()))
        .setNetworkLimitedBytes(figures.limitedBytes())
        .setReceiverLimitedMillis(millis(figures.pausedNanos()))
        .setQueuedBytes(figures.queuedBytes());
  }

  private static int millis(long nanos) {
    return (int) TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** Returns the report as that of one of the connections of a tunnel that go from end to end. */
  static LinkReport endToEnd(LinkReport.Builder report, Path path, int label, int connections) {
    return report.setPath(WanPaths.message(path)).setEndToEnd(true).setConnection(label).setConnections(connections).build();
  }

  static WanPath path(SiteId from, SiteId to) {
    return WanPaths.message(Path.of(List.of(from, to)));
  }
}
