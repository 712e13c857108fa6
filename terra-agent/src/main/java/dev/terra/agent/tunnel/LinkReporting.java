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

/** Makes reports of what was measured. */
final class LinkReporting {
  /** A link that is as it should be is measured for so long before it is reported: three receipts. */
  private static final long TOLD_NANOS = 550_000_000;
  /** A link that takes less than there is is measured for two receipts: a shortage should be planned with within seconds. */
  private static final long TOLD_LIMITED_NANOS = 350_000_000;

  private LinkReporting() {}

  /** What was measured since it was last taken, if that is enough for a report; round trips are a tunnel's over the same links. */
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

  /** It as that of one of so many connections that go from end to end. */
  static LinkReport endToEnd(LinkReport.Builder report, Path path, int label, int connections) {
    return report.setPath(WanPaths.message(path)).setEndToEnd(true).setConnection(label).setConnections(connections).build();
  }

  static WanPath path(SiteId from, SiteId to) {
    return WanPaths.message(Path.of(List.of(from, to)));
  }
}
