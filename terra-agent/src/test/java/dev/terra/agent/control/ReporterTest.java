package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.compress.BundleCompression;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.tunnel.TestTunnels;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels.Status;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.KeptClasses;
import dev.terra.api.v1.SentOnPath;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.TunnelReport;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.latency.PathClasses;
import dev.terra.core.latency.QueueWatch;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
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

  private final SentReports sent = new SentReports();
  private final Reporter reporter = new Reporter(sent, new ShuffleFacts() {
    @Override
    public Optional<ShuffleReport> report(ShuffleId id) {
      return Optional.empty();
    }

    @Override
    public Optional<ShuffleDescriptor> descriptor(ShuffleId id) {
      return Optional.empty();
    }
  });
  private int others;
  private PathClasses classes = PathClasses.UNKNOWN;
  private final Tunnel tunnel = TestTunnels.on(new EmbeddedChannel(), PATH, true, 1);

  /** Returns the reports about the tunnel at a second of a run, when this many bytes have gone over it in total. */
  private List<TunnelReport> told(double second, long bytes, boolean up) {
    Status status = up ? new Status(PATH, List.of(tunnel), "", classes)
        : new Status(PATH, List.of(), "silent", classes);
    reporter.tellTunnels(List.of(status), Map.of(PATH, bytes), Math.round(second * TimeUnit.SECONDS.toNanos(1)));
    return sent.take().stream().map(AgentReport::getTunnel).toList();
  }

  @Test
  void aRateIsToldEveryTenSecondsAndOnlyWhereItHasChanged() {
    assertThat(told(100, 5_000, true)).singleElement().satisfies(report -> assertThat(report.getBytesPerSecond()).isZero());
    assertThat(told(101, 9_000, true)).isEmpty();
    assertThat(told(109, 40_000, true)).isEmpty();
    assertThat(told(110, 45_000, true)).singleElement().satisfies(report -> assertThat(report.getBytesPerSecond()).isEqualTo(4_000));
    assertThat(told(120, 86_000, true)).as("4,100 a second is no news").isEmpty();
    assertThat(told(121, 133_000, true)).isEmpty();
    assertThat(told(130, 166_000, true)).singleElement()
        .satisfies(report -> assertThat(report.getBytesPerSecond()).isEqualTo(8_000));
  }

  @Test
  void aTunnelThatFallsSilentAfterALongSteadyTimeIsToldWithinTenSeconds() {
    for (int second = 100; second <= 300; second += 10) {
      told(second, 1_000L * second, true);
    }

    assertThat(told(310, 300_000, true)).singleElement().satisfies(report -> assertThat(report.getBytesPerSecond()).isZero());
  }

  @Test
  void howAPathTreatsLatencyClassesIsToldAtOnce() {
    told(100, 0, true);
    classes = new PathClasses(ImmutableList.of(new ArrivedMark(1, 0)), QueueWatch.Verdict.MIXED);
    assertThat(told(101, 0, true)).singleElement().satisfies(report -> {
      assertThat(report.getMarksList()).singleElement().satisfies(mark -> {
        assertThat(mark.getSent()).isEqualTo(1);
        assertThat(mark.getArrived()).isZero();
      });
      assertThat(report.getClasses()).isEqualTo(KeptClasses.CLASSES_MIXED);
    });
    assertThat(told(102, 0, true)).isEmpty();
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

  /** Returns the reports about one bundle, sent beside other bundles, at a second of a run. */
  private List<BundleProgress> toldOf(double second, long acked, long outstanding, long requested) {
    List<Outbox.Progress> bundles = new ArrayList<>();
    for (int other = 0; other < others; other++) {
      bundles.add(new Outbox.Progress(bundle("job_" + other, "C"), 0, 0, 1, 0, 0, BundleCompression.NONE, ImmutableMap.of()));
    }
    bundles.add(new Outbox.Progress(bundle("job_1", "B"), acked, 0, outstanding, requested, 0, BundleCompression.NONE, ImmutableMap.of()));
    reporter.tellProgress(bundles, Math.round(second * TimeUnit.SECONDS.toNanos(1)));
    return sentBundles().stream().filter(bundle -> bundle.getTo().equals("B")).toList();
  }

  @Test
  void whatItIsOnLinksIsToldInThousandths() {
    reporter.tellProgress(List.of(new Outbox.Progress(
        bundle("job_1", "B"), 0, 0, 10_000, 0, 0, new BundleCompression(.2501, 1, 0, 0), ImmutableMap.of())), 1);
    assertThat(sentBundles()).singleElement().satisfies(told -> assertThat(told.getWirePermille()).isEqualTo(251));
  }

  /** Returns the paths in a report, each with the number of bytes sent on it. */
  private List<SentOnPath> toldPaths(int second, ImmutableMap<Path, Long> bytes) {
    reporter.tellProgress(List.of(new Outbox.Progress(bundle("job_1", "B"), second, 0, 10_000, 0, 0, BundleCompression.NONE, bytes)),
        TimeUnit.SECONDS.toNanos(second));
    return sentBundles().stream().flatMap(bundle -> bundle.getSentList().stream()).toList();
  }

  @Test
  void whatWasSentOnAPathIsToldWhereItIsMoreAndAllOfItToANewController() {
    Path around = Path.of("A", "C", "B");
    assertThat(toldPaths(1, ImmutableMap.of(PATH, 70L, around, 30L))).hasSize(2);
    assertThat(toldPaths(2, ImmutableMap.of(PATH, 70L, around, 40L))).singleElement()
        .satisfies(sent -> assertThat(sent.getBytes()).isEqualTo(40));
    assertThat(toldPaths(3, ImmutableMap.of(PATH, 70L, around, 40L))).isEmpty();
    reporter.forgetAllTold();
    assertThat(toldPaths(4, ImmutableMap.of(PATH, 70L, around, 40L))).hasSize(2);
  }

  /** Only bytes that were not reported before are reported. */
  @Test
  void theLastBytesOfAShuffleAreReportedBeforeItIsDropped() {
    toldPaths(1, ImmutableMap.of(PATH, 70L));
    List<Outbox.Progress> bundles = List.of(
        new Outbox.Progress(bundle("job_1", "B"), 1, 0, 10_000, 0, 0, BundleCompression.NONE, ImmutableMap.of(PATH, 90L)));
    reporter.tellLast(bundles, TimeUnit.SECONDS.toNanos(1));
    assertThat(sentBundles()).singleElement().satisfies(told ->
        assertThat(told.getSentList()).singleElement().satisfies(sent -> assertThat(sent.getBytes()).isEqualTo(90)));
    reporter.tellLast(bundles, TimeUnit.SECONDS.toNanos(1));
    assertThat(sentBundles()).isEmpty();
  }

  @Test
  void whatCompressionSavesAndCostsIsTold() {
    reporter.tellProgress(List.of(
        new Outbox.Progress(bundle("job_1", "B"), 900, 0, 100, 0, 0, new BundleCompression(.25, 1, 600, 7_500), ImmutableMap.of())), 1);
    assertThat(sentBundles()).singleElement().satisfies(told -> {
      assertThat(told.getSavedBytes()).isEqualTo(600);
      assertThat(told.getCompressMicros()).isEqualTo(7);
    });
  }

  private List<Long> toldOfRestoring(double second, long micros) {
    reporter.tellRestoring(Map.of(new ShuffleId("job_1"), TimeUnit.MICROSECONDS.toNanos(micros)),
        Math.round(second * TimeUnit.SECONDS.toNanos(1)));
    return sent.take().stream().map(report -> report.getBundles().getRestoreMicros()).toList();
  }

  @Test
  void theTimeOfRestoringIsToldOnceASecondWhereItGrows() {
    assertThat(toldOfRestoring(100, 5)).containsExactly(5L);
    assertThat(toldOfRestoring(100.2, 9)).as("a moment later").isEmpty();
    assertThat(toldOfRestoring(101, 9)).containsExactly(9L);
    assertThat(toldOfRestoring(109, 9)).as("nothing has come since").isEmpty();
    reporter.forgetAllTold();
    assertThat(toldOfRestoring(109, 9)).as("to a new controller").containsExactly(9L);
  }

  @Test
  void progressOfFewBundlesIsToldAlways() {
    assertThat(toldOf(100, 0, 10_000, 0)).hasSize(1);
    assertThat(toldOf(100.2, 1, 9_999, 0)).hasSize(1);
    assertThat(toldOf(100.4, 1, 9_999, 0)).isEmpty();
  }

  @Test
  void progressOfManyIsToldEverySecondAndMoreOftenTowardsTheEnd() {
    others = 20;
    assertThat(toldOf(100, 0, 10_000, 0)).hasSize(1);
    assertThat(toldOf(100.2, 200, 9_800, 0)).as("2 %").isEmpty();
    assertThat(toldOf(100.4, 501, 9_499, 0)).as("5 %").singleElement()
        .satisfies(report -> assertThat(report.getAcknowledgedBytes()).isEqualTo(501));
    assertThat(toldOf(101.4, 502, 9_498, 0)).as("after a second").hasSize(1);
    assertThat(toldOf(109, 502, 9_498, 0)).as("nothing has changed").isEmpty();
    assertThat(toldOf(109.1, 9_900, 100, 0)).hasSize(1);
    assertThat(toldOf(109.2, 9_950, 50, 0)).hasSize(1);
    assertThat(toldOf(109.3, 9_999, 1, 0)).hasSize(1);
    assertThat(toldOf(109.4, 10_000, 0, 0)).as("it is done").hasSize(1);
  }

  private List<BundleProgress> sentBundles() {
    return sent.take().stream().flatMap(report -> report.getBundles().getBundlesList().stream()).toList();
  }

  private static BundleId bundle(String shuffle, String to) {
    return new BundleId(new ShuffleId(shuffle), new SiteId("A"), new SiteId(to));
  }

  private List<BundleProgress> demandOf(double second, long requested) {
    reporter.tellDemand(List.of(new Outbox.Progress(bundle("job_1", "B"), 0, 0, 10_000, requested, 0,
        BundleCompression.NONE, ImmutableMap.of())),
        Math.round(second * TimeUnit.SECONDS.toNanos(1)));
    return sentBundles();
  }

  @Test
  void demandIsToldWhenItBegins() {
    assertThat(demandOf(100, 0)).isEmpty();
    assertThat(demandOf(100.02, 500)).singleElement().satisfies(report -> assertThat(report.getRequestedOutstandingBytes()).isEqualTo(500));
    assertThat(demandOf(100.04, 700)).as("it has begun before").isEmpty();
    assertThat(toldOf(100.2, 0, 10_000, 0)).hasSize(1);
    assertThat(demandOf(100.22, 300)).hasSize(1);
  }

  @Test
  void whatHasAllBeenSentIsToldAtOnceAndSoIsWhatIsToBeSentAgain() {
    toldOf(100, 0, 10_000, 0);
    assertThat(sent(100.02, 9_999)).isEmpty();
    assertThat(sent(100.04, 10_000)).singleElement().satisfies(report -> assertThat(report.getUnderWayBytes()).isEqualTo(10_000));
    assertThat(sent(100.06, 10_000)).isEmpty();
    assertThat(sent(100.08, 4_000)).as("a tunnel took some with it").hasSize(1);
  }

  private List<BundleProgress> sent(double second, long underWay) {
    reporter.tellSent(List.of(new Outbox.Progress(bundle("job_1", "B"), 0, 0, 10_000, 0, underWay,
        BundleCompression.NONE, ImmutableMap.of())),
        Math.round(second * TimeUnit.SECONDS.toNanos(1)));
    return sentBundles();
  }

  @Test
  void aReaderThatBeginsOrCeasesToWaitIsToldAtOnce() {
    others = 20;
    toldOf(100, 0, 10_000, 0);
    assertThat(toldOf(100.1, 0, 10_000, 5_000)).hasSize(1);
    assertThat(toldOf(100.2, 0, 10_000, 4_000)).isEmpty();
    assertThat(toldOf(100.3, 0, 10_000, 0)).hasSize(1);
  }
}
