package dev.terra.agent.control;

import dev.terra.agent.send.Outbox;
import dev.terra.agent.site.ShuffleReporting;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.shuffle.ShuffleDescriptions;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SentOnPath;
import dev.terra.api.v1.ShuffleBundles;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.latency.PathClasses;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes at this agent to the controller, and everything to a new controller. It keeps pending reports as sets of names and not as
 * messages, so that a slow controller receives fewer reports, and they never pile up here. An instance is used on the agent's thread only.
 */
public final class Reporter implements ShuffleReporting {
  private static final double NANOS = 1e9;
  private static final double PERMILLE = 1_000;
  /** The relative change above which a round trip or a rate is reported. There are thousands of tunnels, so small changes are left out. */
  private static final double WORTH_TELLING = 0.25;
  /**
   * The time between two measurements of a tunnel. At a few KB/s, the rate of a tunnel changes every second, and each report is a message:
   * with reports every second, thousands of tunnels would keep agents and the controller busy.
   */
  private static final long MEASURED_NANOS = TimeUnit.SECONDS.toNanos(10);
  /** The most bundles with which any progress is reported. */
  private static final int FEW_BUNDLES = 16;
  /**
   * With more bundles, progress is reported when the bytes that are left have changed by this part, so that the last bytes of a bundle are
   * reported exactly, or after {@link #PROGRESS_NANOS}.
   */
  private static final double PROGRESS_WORTH_TELLING = 0.05;
  /** The time after which any progress is reported. Reports share links with shuffles, so they are not sent more often. */
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);
  /**
   * The most ended shuffles that wait to be reported while there is no controller. Beyond that the oldest are dropped. The controller then
   * notices their end from the reports of other sites, or because reports of them cease.
   */
  private static final int MOST_ENDED = 10_000;

  private final ReportStream out;
  private final ShuffleFacts shuffles;
  private final Map<ShuffleId, ShuffleDescriptor> toldDescriptors = new HashMap<>();
  private final Set<ShuffleId> changedShuffles = new LinkedHashSet<>();
  private final Map<ShuffleId, Map<Integer, SiteId>> placed = new LinkedHashMap<>();
  private final Map<ShuffleId, Set<SiteId>> readAt = new LinkedHashMap<>();
  private final Set<ShuffleId> ended = Collections.newSetFromMap(new BoundedMap<>(MOST_ENDED));
  private final Map<ShuffleId, Map<BundleId, ToldProgress>> toldProgress = new HashMap<>();
  private final Map<ShuffleId, ToldRestoring> toldRestoring = new HashMap<>();
  private final Map<Path, Told> toldTunnels = new HashMap<>();

  /** The last report of a bundle, and the time when it was sent. */
  private record ToldProgress(Outbox.Progress bundle, long nanos) {
    /** Returns whether changes since the report need no new one. With {@code exactly}, any change needs one. */
    boolean isGoodFor(Outbox.Progress now, long nowNanos, boolean exactly) {
      return bundle.equals(now) || (!exactly && isSameKind(now) && nowNanos - nanos < PROGRESS_NANOS
          && Math.abs(now.outstanding() - bundle.outstanding()) < PROGRESS_WORTH_TELLING * bundle.outstanding());
    }

    private boolean isSameKind(Outbox.Progress now) {
      return (bundle.outstanding() > 0) == (now.outstanding() > 0) && !isOtherwiseSent(now)
          && (bundle.requestedOutstanding() > 0) == (now.requestedOutstanding() > 0)
          && bundle.withdrawn() == now.withdrawn();
    }

    /** Returns whether, since the report, all bytes of the bundle have been sent, or some of them are to be sent again. */
    boolean isOtherwiseSent(Outbox.Progress now) {
      return (bundle.unsent() > 0) != (now.unsent() > 0);
    }

    /** Returns whether readers have begun to wait for bytes of the bundle since the report. */
    boolean isFirstAsked(Outbox.Progress now) {
      return bundle.requestedOutstanding() == 0 && now.requestedOutstanding() > 0;
    }
  }

  /** The time in microseconds that a shuffle's chunks had taken to restore by the last report, and the time of this report. */
  private record ToldRestoring(long micros, long nanos) {}

  /** The last report of a tunnel, its bytes when it was last measured, and the time of this measurement. */
  private record Told(TunnelReport report, PathClasses classes, long bytes, long nanos) {}

  /** Creates a reporter that has reported nothing yet. */
  public Reporter(ReportStream out, ShuffleFacts shuffles) {
    this.out = out;
    this.shuffles = shuffles;
  }

  @Override
  public void changed(ShuffleId shuffle) {
    changedShuffles.add(shuffle);
  }

  @Override
  public void placed(ShuffleId shuffle, int partition, SiteId at) {
    placed.computeIfAbsent(shuffle, key -> new HashMap<>()).put(partition, at);
  }

  @Override
  public void readAt(ShuffleId shuffle, SiteId at) {
    readAt.computeIfAbsent(shuffle, key -> new LinkedHashSet<>()).add(at);
  }

  /** Notes that a shuffle is over, which is to be reported. Its other pending reports are dropped. */
  public void ended(ShuffleId shuffle) {
    ended.add(shuffle);
    forget(shuffle);
  }

  /** Drops everything about a shuffle that is over and whose end need not be reported. */
  public void forget(ShuffleId shuffle) {
    changedShuffles.remove(shuffle);
    placed.remove(shuffle);
    readAt.remove(shuffle);
    toldDescriptors.remove(shuffle);
    toldRestoring.remove(shuffle);
    toldProgress.remove(shuffle);
  }

  /** Forgets what was reported, since a new controller has received nothing yet. */
  public void forgetAllTold() {
    toldProgress.clear();
    toldRestoring.clear();
    toldDescriptors.clear();
    toldTunnels.clear();
  }

  /** Reports the description of a shuffle, if the controller has not received it yet. It comes before all other reports of the shuffle. */
  public void describe(ShuffleId shuffle) {
    shuffles.descriptor(shuffle).filter(now -> !now.equals(toldDescriptors.put(shuffle, now))).ifPresent(now ->
        out.send(AgentReport.newBuilder().setDescription(ShuffleDescriptions.toMessage(now)).build()));
  }

  /** Reports the volumes of a shuffle. */
  public void report(ShuffleId shuffle) {
    shuffles.report(shuffle).ifPresent(report -> out.send(AgentReport.newBuilder().setShuffle(report).build()));
  }

  /** Reports what has changed about shuffles. It is to be called every 20 ms. */
  public void tellShuffles() {
    for (ShuffleId shuffle : changedShuffles) {
      describe(shuffle);
      report(shuffle);
    }
    changedShuffles.clear();
    placed.forEach((shuffle, places) -> {
      describe(shuffle);
      PlacementReport.Builder report = PlacementReport.newBuilder().setShuffle(shuffle.value());
      places.forEach((partition, at) -> report.putSiteByReducer(partition, at.name()));
      out.send(AgentReport.newBuilder().setPlacement(report).build());
    });
    placed.clear();
    readAt.forEach((shuffle, sites) -> {
      describe(shuffle);
      out.send(AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle(shuffle.value())
          .addAllReadingSites(sites.stream().map(SiteId::name).toList())).build());
    });
    readAt.clear();
    for (ShuffleId shuffle : ended) {
      out.send(AgentReport.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(shuffle.value())).build());
    }
    ended.clear();
  }

  /** Reports the progress of the bundles that have changed enough. It is to be called every 200 ms. */
  public void tellProgress(List<Outbox.Progress> bundles, long nowNanos) {
    tell(bundles, nowNanos, (told, bundle) -> told == null || !told.isGoodFor(bundle, nowNanos, bundles.size() <= FEW_BUNDLES));
  }

  /**
   * Reports bundles for which readers have begun to wait, since they may have no rate. It is to be called every 20 ms.
   *
   * @param bundles at least the bundles that may have changed since the last call
   */
  public void tellDemand(List<Outbox.Progress> bundles, long nowNanos) {
    List<Outbox.Progress> asked = bundles.stream().filter(bundle -> bundle.requestedOutstanding() > 0).toList();
    tell(asked, nowNanos, (told, bundle) -> told == null || told.isFirstAsked(bundle));
  }

  /**
   * Reports bundles of which all bytes have been sent, which need no rate, or of which bytes are to be sent again. It is to be called every
   * 20 ms.
   *
   * @param bundles at least the bundles that may have changed since the last call
   */
  public void tellSent(List<Outbox.Progress> bundles, long nowNanos) {
    tell(bundles, nowNanos, (told, bundle) -> told != null && told.isOtherwiseSent(bundle));
  }

  /**
   * Reports the final progress of the bundles of a shuffle that is over, before they are dropped.
   *
   * @param bundles all bundles of the shuffle
   */
  public void tellLast(List<Outbox.Progress> bundles, long nowNanos) {
    tell(bundles, nowNanos, (told, bundle) -> told == null || !told.bundle.equals(bundle));
  }

  private void tell(List<Outbox.Progress> bundles, long nowNanos, BiPredicate<ToldProgress, Outbox.Progress> worth) {
    Map<ShuffleId, ShuffleBundles.Builder> changed = new LinkedHashMap<>();
    for (Outbox.Progress bundle : bundles) {
      ToldProgress told = toldProgress.getOrDefault(bundle.id().shuffle(), Map.of()).get(bundle.id());
      if (worth.test(told, bundle)) {
        toldProgress.computeIfAbsent(bundle.id().shuffle(), shuffle -> new HashMap<>())
            .put(bundle.id(), new ToldProgress(bundle, nowNanos));
        changed.computeIfAbsent(bundle.id().shuffle(), shuffle -> ShuffleBundles.newBuilder().setShuffle(shuffle.value()))
            .addBundles(BundleProgress.newBuilder()
                .setTo(bundle.id().to().name())
                .setAcknowledgedBytes(bundle.acked())
                .setWithdrawnBytes(bundle.withdrawn())
                .setRequestedOutstandingBytes(bundle.requestedOutstanding())
                .setUnderWayBytes(bundle.underWay())
                .setWirePermille((int) Math.ceil(PERMILLE * bundle.compressed().wireShare()))
                .setSavedBytes(bundle.compressed().savedBytes())
                .setCompressMicros(TimeUnit.NANOSECONDS.toMicros(bundle.compressed().nanos()))
                .setOutstandingBytes(bundle.outstanding())
                .addAllSent(sentSince(told, bundle)));
      }
    }
    changed.values().forEach(report -> out.send(AgentReport.newBuilder().setBundles(report).build()));
  }

  /** Returns the total of sent bytes for each path on which bytes were sent since the last report. */
  private static List<SentOnPath> sentSince(@Nullable ToldProgress told, Outbox.Progress now) {
    Map<Path, Long> before = told == null ? Map.of() : told.bundle.sent();
    return now.sent().entrySet().stream().filter(sent -> !sent.getValue().equals(before.get(sent.getKey())))
        .map(sent -> SentOnPath.newBuilder().setPath(WanPaths.message(sent.getKey())).setBytes(sent.getValue()).build()).toList();
  }

  /**
   * Reports how long the chunks of shuffles have taken to restore here, at most once a second for each shuffle. It is to be called every
   * 200 ms.
   *
   * @param nanos the time in nanoseconds by shuffle, without shuffles that took none
   */
  public void tellRestoring(Map<ShuffleId, Long> nanos, long nowNanos) {
    nanos.forEach((shuffle, now) -> {
      long micros = TimeUnit.NANOSECONDS.toMicros(now);
      ToldRestoring told = toldRestoring.get(shuffle);
      if (told == null || (told.micros != micros && nowNanos - told.nanos >= PROGRESS_NANOS)) {
        toldRestoring.put(shuffle, new ToldRestoring(micros, nowNanos));
        out.send(AgentReport.newBuilder()
            .setBundles(ShuffleBundles.newBuilder().setShuffle(shuffle.value()).setRestoreMicros(micros)).build());
      }
    });
  }

  /**
   * Reports the states of tunnels: at once if a tunnel went up or down, and every ten seconds if its round trip or rate has changed. It is
   * to be called every second, and when a tunnel goes up or down.
   */
  public void tellTunnels(List<Tunnels.Status> tunnels, Map<Path, Long> carriedBytes, long nowNanos) {
    for (Tunnels.Status status : tunnels) {
      long bytes = carriedBytes.getOrDefault(status.path(), 0L);
      Told told = toldTunnels.get(status.path());
      Told same = told != null && told.report.getUp() == status.tunnel().isPresent()
          && told.report.getReason().equals(reason(status)) && told.classes.equals(status.classes()) ? told : null;
      if (same != null && nowNanos - same.nanos < MEASURED_NANOS) {
        continue;
      }
      TunnelReport report = TunnelReport.newBuilder()
          .setPath(WanPaths.message(status.path()))
          .setUp(status.tunnel().isPresent())
          .setRttMicros(TimeUnit.NANOSECONDS.toMicros(status.tunnel().map(Tunnel::rttNanos).orElse(0L)))
          .setBytesPerSecond(told == null || nowNanos == told.nanos ? 0 : (bytes - told.bytes) * NANOS / (nowNanos - told.nanos))
          .setReason(reason(status))
          .addAllMarks(ClassMessages.marks(status.classes()))
          .setClasses(ClassMessages.of(status.classes().queues())).build();
      if (same == null || differs((double) same.report.getRttMicros(), (double) report.getRttMicros())
          || differs(same.report.getBytesPerSecond(), report.getBytesPerSecond())) {
        toldTunnels.put(status.path(), new Told(report, status.classes(), bytes, nowNanos));
        out.send(AgentReport.newBuilder().setTunnel(report).build());
      } else {
        // so that the next rate covers only the next ten seconds
        toldTunnels.put(status.path(), new Told(same.report, same.classes, bytes, nowNanos));
      }
    }
  }

  private static String reason(Tunnels.Status status) {
    return status.tunnel().isPresent() ? "" : status.reason();
  }

  private static boolean differs(double told, double now) {
    return Math.abs(now - told) > WORTH_TELLING * Math.max(told, now);
  }
}
