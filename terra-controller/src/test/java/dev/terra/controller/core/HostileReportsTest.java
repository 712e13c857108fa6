package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.LinkReport;
import dev.terra.api.v1.LinkReports;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SentOnPath;
import dev.terra.api.v1.ShuffleBundles;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import dev.terra.controller.core.shuffle.ReportCheck;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.ShuffleReports;
import dev.terra.controller.view.ControllerView;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that impossible reports are refused with a reason, cost no other agent anything, and leave the controller's state as it was. */
class HostileReportsTest {
  private final Harness harness = new Harness();

  @BeforeEach
  void start() {
    harness.helloAll();
    harness.produced(1, "job", 1000L);
    harness.placed(1, "job", 0, "B");
    harness.round();
  }

  private static AgentReport progress(String to, long acknowledged, long withdrawn, long requested) {
    return AgentReport.newBuilder().setProgress(BundleProgress.newBuilder().setShuffle("job").setTo(to)
        .setAcknowledgedBytes(acknowledged).setWithdrawnBytes(withdrawn).setRequestedOutstandingBytes(requested)).build();
  }

  private static AgentReport compressed(BundleProgress.Builder progress) {
    return AgentReport.newBuilder().setProgress(progress.setShuffle("job").setTo("B").setAcknowledgedBytes(100)).build();
  }

  private static AgentReport restored(long micros) {
    return AgentReport.newBuilder().setBundles(ShuffleBundles.newBuilder().setShuffle("job").setRestoreMicros(micros)).build();
  }

  private static AgentReport produced(long... bytes) {
    ShuffleReport.Builder report = ShuffleReport.newBuilder().setShuffle("job");
    for (long each : bytes) {
      report.addBytesByReducer(each);
    }
    return AgentReport.newBuilder().setShuffle(report).build();
  }

  private static AgentReport placed(int reducer, String site) {
    return AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle("job").putSiteByReducer(reducer, site)).build();
  }

  private static AgentReport tunnel(String... sites) {
    return AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder().setPath(WanPath.newBuilder().addAllSites(List.of(sites)))).build();
  }

  private static AgentReport tunnel(double bytesPerSecond) {
    return AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder().setBytesPerSecond(bytesPerSecond)
        .setPath(WanPath.newBuilder().addSites("A").addSites("B"))).build();
  }

  private static AgentReport link(LinkReport.Builder report, String... sites) {
    return AgentReport.newBuilder().setLinks(LinkReports.newBuilder().addLinks(
        report.setPath(WanPath.newBuilder().addAllSites(List.of(sites))))).build();
  }

  private static AgentReport sent(long bytes, String... sites) {
    return AgentReport.newBuilder().setProgress(BundleProgress.newBuilder().setShuffle("job").setTo("B").addSent(
        SentOnPath.newBuilder().setBytes(bytes).setPath(WanPath.newBuilder().addAllSites(List.of(sites))))).build();
  }

  static Stream<AgentReport> whatCannotBe() {
    return Stream.of(sent(-1, "A", "B"), sent(1, "A", "C"), sent(1, "C", "B"), sent(1, "A", "X", "B"), sent(1, "A"),
        sent(ReportCheck.BUNDLE_BYTES + 1, "A", "B"),
        progress("X", 1, 1, 1), progress("A", 1, 1, 1), progress("B", -1, 0, 0), progress("B", 0, -1, 0),
        progress("B", 0, 0, -1), progress("B", ReportCheck.BUNDLE_BYTES + 1, 0, 0), produced(-1),
        produced(1, ReportCheck.REDUCER_BYTES + 1), compressed(BundleProgress.newBuilder().setWirePermille(1_001)),
        compressed(BundleProgress.newBuilder().setSavedBytes(101)), compressed(BundleProgress.newBuilder().setSavedBytes(-1)),
        compressed(BundleProgress.newBuilder().setCompressMicros(-1)),
        compressed(BundleProgress.newBuilder().setCompressMicros(ReportCheck.MOST_MICROS + 1)), restored(-1),
        restored(ReportCheck.MOST_MICROS + 1),
        placed(-1, "B"), placed(ReportCheck.REDUCERS, "B"), placed(0, "X"), placed(0, ""),
        AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle("").addBytesByReducer(1)).build(),
        AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle("job").putFurtherBytes("X", 1)).build(),
        AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle("job").putFurtherBytes("B", -1)).build(),
        tunnel("A", "X"), tunnel("B", "A"), tunnel("A"), tunnel(), tunnel("A", "B", "A"), tunnel(-1), tunnel(Double.NaN),
        link(LinkReport.newBuilder().setIntervalMillis(0), "A", "B"), link(LinkReport.newBuilder().setIntervalMillis(1000), "B", "A"),
        link(LinkReport.newBuilder().setIntervalMillis(1000).setDeliveredBytes(-5), "A", "B"),
        link(LinkReport.newBuilder().setIntervalMillis(1000).setNetworkLimitedMillis(2000), "A", "B"),
        link(LinkReport.newBuilder().setIntervalMillis(1000).setEndToEnd(true), "A", "B"));
  }

  @ParameterizedTest
  @MethodSource("whatCannotBe")
  void itIsRefusedInWordsAndNothingChanges(AgentReport report) {
    ControllerView before = harness.state.view(harness.nowNanos);

    harness.state.handle(1, report, harness.nowNanos);

    ControllerView after = harness.state.view(harness.nowNanos);
    assertThat(harness.events("report-refused")).singleElement().asString().startsWith("A | " + report.getReportCase() + ": ");
    assertThat(after.running().get(new ShuffleId("job"))).isEqualTo(before.running().get(new ShuffleId("job")));
    assertThat(after.links()).isEqualTo(before.links());
    assertThat(after.agents()).isEqualTo(before.agents());
    assertThat(harness.state.drainOutbox()).as("and the agent goes on").isEmpty();
  }

  @Test
  void tooManyReducersAreTooMany() {
    harness.state.handle(1, produced(new long[ReportCheck.REDUCERS + 1]), harness.nowNanos);
    assertThat(harness.events("report-refused")).singleElement().asString().contains("100001 reducers", "100000");
  }

  @Test
  void tooManyShufflesOfASiteAreTooManyAndOthersHaveTheirRoom() {
    for (int number = 0; number < ShuffleBook.SHUFFLES_OF_SITE; number++) {
      harness.produced(1, "job_" + number, 1L);
    }
    assertThat(harness.state.view(harness.nowNanos).running()).hasSize(ShuffleBook.SHUFFLES_OF_SITE);
    assertThat(harness.events("report-refused")).singleElement().asString().contains("more than 2500 of A", "job_2499");
    harness.produced(2, "of another site", 1L);
    assertThat(harness.state.view(harness.nowNanos).running()).containsKey(new ShuffleId("of another site"));
    harness.ended(1, "job");
    harness.produced(1, "one more", 1L);
    assertThat(harness.state.view(harness.nowNanos).running()).as("an end makes room").containsKey(new ShuffleId("one more"));
  }

  @Test
  void onesMatricesLeaveRoomForThoseOfOthers() {
    int whole = ReportCheck.REDUCERS;
    long most = ShuffleReports.MATRIX_CELLS_OF_SITE / whole;
    for (int number = 0; number < most; number++) {
      harness.produced(2, "job_" + number, cells(whole));
    }
    harness.produced(2, "one more", cells(whole));
    assertThat(harness.events("report-refused")).singleElement().asString().contains("matrices of B together", "one more");
    harness.produced(1, "of A", cells(whole));
    assertThat(harness.events("report-refused")).hasSize(1);
  }

  /** Readers take room as bytes do. In this test, no map output exists yet. */
  @Test
  void onesPlacesLeaveRoomForThoseOfOthers() {
    Map<Integer, String> everywhere = IntStream.range(0, ReportCheck.REDUCERS).boxed()
        .collect(Collectors.toMap(reducer -> reducer, reducer -> "C"));
    long most = ShuffleReports.MATRIX_CELLS_OF_SITE / ReportCheck.REDUCERS;
    for (int number = 0; number <= most; number++) {
      harness.state.handle(2, placed("job_" + number, everywhere), harness.nowNanos);
    }
    assertThat(harness.events("report-refused")).singleElement().asString().contains("matrices of B together", "job_" + most);
    harness.state.handle(1, placed("of A", everywhere), harness.nowNanos);
    assertThat(harness.events("report-refused")).hasSize(1);
  }

  @Test
  void nobodyEndsWhatIsNotItsOwn() {
    harness.at(60);
    harness.ended(3, "job");
    assertThat(harness.events("report-refused")).singleElement().asString()
        .contains("the agent of C reports the end of job, which it has not reported before");
    assertThat(harness.state.view(harness.nowNanos).running()).containsKey(new ShuffleId("job"));
    harness.ended(3, "not begun yet");
    assertThat(harness.events("report-refused")).as("a job of which nothing crosses sites ends like this").hasSize(1);
    harness.produced(1, "not begun yet", 1L);
    assertThat(harness.state.view(harness.nowNanos).running()).containsKey(new ShuffleId("not begun yet"));
    harness.ended(1, "job");
    assertThat(harness.state.view(harness.nowNanos).running()).doesNotContainKey(new ShuffleId("job"));
  }

  @Test
  void nonsenseDoesNotPushOutWhatHappened() {
    for (int times = 0; times < 20_000; times++) {
      harness.state.handle(1, progress("X", 1, 1, 1), harness.nowNanos);
    }
    assertThat(harness.events("report-refused")).hasSizeBetween(1, 100);
    assertThat(harness.events("controller-started")).hasSize(1);
  }

  private static Long[] cells(int count) {
    Long[] cells = new Long[count];
    Arrays.fill(cells, 0L);
    return cells;
  }

  private static AgentReport placed(String shuffle, Map<Integer, String> places) {
    return AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle(shuffle).putAllSiteByReducer(places)).build();
  }

  @Test
  void whoHasNotSaidHelloIsNotListenedTo() {
    harness.alive(9);
    harness.produced(9, "job", 5L);

    assertThat(harness.ends).hasSize(2).allMatch(end -> end.startsWith("9: the agent has sent no hello"));
    assertThat(harness.state.view(harness.nowNanos).running().get(new ShuffleId("job")).producedBytes()).isEqualTo(1000);
  }

  @Test
  void whoSpeaksAnotherVersionOrIsOfNoSiteIsToldSo() {
    harness.say(9, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(1).setSite("A").setAgent("x")));
    harness.hello(10, "X");
    harness.say(11, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(2)));

    assertThat(harness.ends.get(0)).isEqualTo("9: this controller speaks versions 2 to 3 of the control protocol, the agent version 1");
    assertThat(harness.ends.get(1)).startsWith("10: no site X in ");
    assertThat(harness.ends.get(2)).startsWith("11: ");
    assertThat(harness.state.view(harness.nowNanos).agents()).hasSize(3);
  }

  /** The messages have random contents in all fields that are numbers or names. */
  @Property(tries = 60)
  void nothingThatIsSaidBringsTheControllerDown(@ForAll long seed) {
    Random random = new Random(seed);
    Harness life = new Harness();
    life.helloAll();
    String[] names = {"A", "B", "C", "", "X", "\u0000", "job", "A:B"};
    for (int step = 0; step < 30; step++) {
      life.at(step * 0.2);
      long[] n = random.longs(4).map(value -> random.nextBoolean() ? value : value & 0xFFF).toArray();
      String name = names[random.nextInt(names.length)];
      String other = names[random.nextInt(names.length)];
      life.state.handle(1 + random.nextInt(3), switch (random.nextInt(6)) {
        case 0 -> progress(name, n[0], n[1], n[2]);
        case 1 -> produced(n);
        case 2 -> placed((int) n[0], name);
        case 3 -> tunnel(name, other);
        case 4 -> link(LinkReport.newBuilder().setIntervalMillis((int) n[0]).setDeliveredBytes(n[1]).setNetworkLimitedBytes(n[2])
            .setNetworkLimitedMillis((int) n[3]).setConnections((int) n[1]).setEndToEnd(random.nextBoolean()), name, other);
        default -> AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(2).setSite(name).setAgent(other)).build();
      }, life.nowNanos);
      if (random.nextInt(5) == 0) {
        life.tick();
        life.round();
      }
    }
    assertThat(life.events("schedule-failed")).isEmpty();
  }
}
