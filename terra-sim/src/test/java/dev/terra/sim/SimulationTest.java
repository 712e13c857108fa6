package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.WanEvent.Kind;
import dev.terra.sim.report.ResultsJson;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {
  private static final Wan PIPE = Fixtures.wan("pipe", "A-B 10");
  private static final SimulationOptions PLAIN = SimulationOptions.plain();

  private static Stage stage(String name, String site) {
    return new Stage(name, Map.of(new SiteId(site), 1));
  }

  private static Trace trace(TraceJob... jobs) {
    return new Trace("test", List.of(jobs), List.of());
  }

  private static double seconds(Trace trace, SimulationOptions options) {
    return Fixtures.averageJob(Fixtures.run(PIPE, trace, PolicyName.TERRA_PLUS, options));
  }

  /** Returns a job in which a -> b crosses the WAN (10 s), e -> c is local, and b -> d crosses back (2 s). */
  private static TraceJob dag() {
    return new TraceJob("dag", 5, List.of(stage("d", "A"), stage("a", "A"), stage("b", "B"), stage("c", "A"), stage("e", "A")), List.of(
        TraceShuffle.even("a", "b", 100 * Fixtures.UNIT), TraceShuffle.even("e", "c", 1e9),
        TraceShuffle.even("b", "d", 10 * Fixtures.UNIT), TraceShuffle.even("b", "d", 10 * Fixtures.UNIT), TraceShuffle.even("c", "d",
        1e9)));
  }

  @Test
  void aCoflowWaitsForAllItsProducers() {
    SimulationResult run = Fixtures.run(PIPE, trace(dag()), PolicyName.TERRA_PLUS, PLAIN);
    assertThat(run.jobs().get(0).seconds()).isCloseTo(12, within(1e-6));
    assertThat(run.coflows()).extracting(SimulationResult.CoflowTime::id).containsExactly("dag/b", "dag/d");
    assertThat(run.coflows().get(1).startSeconds()).isCloseTo(15, within(1e-6));
    assertThat(run.use().average()).as("one direction of two, from the arrival at 5 s on").isCloseTo(0.5, within(1e-6));
  }

  @Test
  void shufflesMayStartEarlierIfAsked() {
    Wan two = Fixtures.wan("two", "A-B 10", "B-C 10");
    TraceJob job = new TraceJob("j", 0, List.of(stage("a", "A"), stage("b", "B"), stage("c", "C"), stage("d", "B")), List.of(
        TraceShuffle.even("a", "b", 100 * Fixtures.UNIT), TraceShuffle.even("b", "d", 0), TraceShuffle.even("c", "d",
        100 * Fixtures.UNIT)));
    SimulationOptions early = new SimulationOptions(PLAIN.compute(), List.of(), ControllerDelay.NONE, RoundTrips.NONE, true);
    assertThat(Fixtures.averageJob(Fixtures.run(two, trace(job), PolicyName.TERRA_PLUS, PLAIN))).isCloseTo(20, within(1e-6));
    assertThat(Fixtures.averageJob(Fixtures.run(two, trace(job), PolicyName.TERRA_PLUS, early))).isCloseTo(10, within(1e-6));
  }

  @Test
  void aStageMayHaveATimeOfItsOwn() {
    Stage soon = new Stage("soon", Map.of(new SiteId("A"), 1), OptionalDouble.of(0));
    Stage late = new Stage("late", Map.of(new SiteId("A"), 1), OptionalDouble.of(8));
    Trace trace = trace(new TraceJob("j", 2, List.of(soon, late, stage("reduce", "B")), List.of(
        TraceShuffle.even("soon", "reduce", 50 * Fixtures.UNIT), TraceShuffle.even("late", "reduce", 50 * Fixtures.UNIT))));
    SimulationResult run = Fixtures.run(
        PIPE, trace, PolicyName.TERRA_PLUS, new SimulationOptions(PLAIN.compute(), List.of(), ControllerDelay.NONE, RoundTrips.NONE, true));
    assertThat(run.coflows()).singleElement().satisfies(coflow -> {
      assertThat(coflow.startSeconds()).isCloseTo(2, within(1e-6));
      assertThat(coflow.seconds()).as("5 s of sending, 3 of waiting, 5 of sending").isCloseTo(13, within(1e-6));
    });
    assertThatThrownBy(() -> new Stage("never", Map.of(new SiteId("A"), 1), OptionalDouble.of(-1))).hasMessageContaining("never");
  }

  @Test
  void stagesComputeInsideTheEventLoop() {
    ComputeModel model = new ComputeModel(ComputeModel.Kind.DISK, 2, 10 * Fixtures.UNIT);
    SimulationOptions computing = new SimulationOptions(model, List.of(), ControllerDelay.NONE, RoundTrips.NONE, false);
    Trace trace = trace(Fixtures.job("j", 0, "A>B 100"));
    assertThat(seconds(trace, computing)).as("read 5 s, send 10 s, reduce 5 s").isCloseTo(20, within(1e-6));
  }

  @Test
  void stagesMayComputeInWavesOfTasks() {
    ComputeModel model = ComputeModel.authors(1);
    assertThat(model.seconds(Map.of(new SiteId("A"), 100e6))).as("part of a task").isCloseTo(2, within(1e-9));
    assertThat(model.seconds(Map.of(new SiteId("A"), 8 * 256e6, new SiteId("B"), 1.0))).as("one wave").isCloseTo(5.12, within(1e-9));
    assertThat(model.seconds(Map.of(new SiteId("A"), 8 * 256e6 + 1))).as("two").isCloseTo(10.24, within(1e-9));
  }

  @Test
  void deadlinesAreKeptOrRejected() {
    TraceJob soon = new TraceJob("soon", 0, List.of(stage("a", "A"), stage("b", "B")), List.of(
        new TraceShuffle("a", "b", 100 * Fixtures.UNIT, OptionalDouble.of(12), List.of())));
    TraceJob never = new TraceJob("never", 0, List.of(stage("a", "A"), stage("b", "B")), List.of(
        new TraceShuffle("a", "b", 50 * Fixtures.UNIT, OptionalDouble.of(1), List.of())));
    SimulationResult run = Fixtures.run(PIPE, trace(never, soon, Fixtures.job("free", 0, "A>B 10")), PolicyName.TERRA_PLUS, PLAIN);
    Map<String, SimulationResult.CoflowTime> byId = new TreeMap<>();
    run.coflows().forEach(coflow -> byId.put(coflow.id(), coflow));
    assertThat(byId.get("soon/b").metDeadline()).isTrue();
    assertThat(byId.get("soon/b").admitted()).isTrue();
    assertThat(byId.get("never/b").admitted()).isFalse();
    assertThat(byId.get("never/b").metDeadline()).isFalse();
    assertThat(byId.get("free/reduce").metDeadline()).as("it has none").isFalse();
    assertThat(ResultsJson.run(run, false).get("deadlines").toString()).isEqualTo("{\"asked\":2,\"rejected\":1,\"met\":1}");
  }

  @Test
  void aSlowControllerAndLongPathsTakeTheirTime() {
    Trace trace = trace(Fixtures.job("j", 0, "A>B 100"));
    assertThat(seconds(trace, new SimulationOptions(PLAIN.compute(), List.of(), new ControllerDelay(0.2, 0.3), RoundTrips.NONE, false)))
        .isCloseTo(10.5, within(1e-6));
    assertThat(seconds(trace, new SimulationOptions(PLAIN.compute(), List.of(), ControllerDelay.NONE, RoundTrips.COUNTED, false)))
        .isCloseTo(10.01, within(1e-6));
  }

  @Test
  void aShortShuffleTakesARoundTripWhereLatenciesCount() {
    Trace trace = trace(Fixtures.job("long", 0, "A>B 100"), Fixtures.job("short", 0, "A>B 0.1"));
    SimulationOptions counted = new SimulationOptions(PLAIN.compute(), List.of(), ControllerDelay.NONE, RoundTrips.COUNTED, false);
    assertThat(Fixtures.secondsByJob(Fixtures.run(PIPE, trace, PolicyName.TERRA_PLUS, PLAIN)).get("short")).isCloseTo(0.01, within(1e-6));
    Map<String, Double> seconds = Fixtures.secondsByJob(Fixtures.run(PIPE, trace, PolicyName.TERRA_PLUS, counted));
    assertThat(seconds.get("short")).as("20 ms of half of the link, and 10 ms until the last byte is there").isCloseTo(0.03, within(1e-6));
    assertThat(seconds.get("long")).isCloseTo(10.01 + 0.01, within(1e-6));
  }

  @Test
  void newConnectionsNeedRoundTripsAndTunnelsAreOpen() {
    Trace trace = trace(Fixtures.job("j", 0, "A>B 100"));
    SimulationOptions counted = new SimulationOptions(PLAIN.compute(), List.of(), ControllerDelay.NONE, RoundTrips.COUNTED, false);
    double lost = RoundTrips.COUNTED.lostByConnection(0.02, 100 * Fixtures.UNIT, 10 * Fixtures.UNIT);
    assertThat(lost).isGreaterThan(0.02);
    assertThat(Fixtures.averageJob(Fixtures.run(PIPE, trace, PolicyName.DEFAULT, counted))).isCloseTo(10.01 + lost, within(1e-6));
    assertThat(Fixtures.averageJob(Fixtures.run(PIPE, trace, PolicyName.PARALLEL_TCP, counted)))
        .as("eight share what one has to grow to").isBetween(10.01 + 0.02, 10.01 + lost);
    assertThat(Fixtures.averageJob(Fixtures.run(PIPE, trace, PolicyName.TERRA_PLUS, counted))).isCloseTo(10.01, within(1e-6));
  }

  @Test
  void whatABundleLeavesIsUsedBeforeASlowControllerKnows() {
    Trace trace = trace(Fixtures.job("small", 0, "A>B 50"), Fixtures.job("middle", 0, "A>B 100"), Fixtures.job("large", 0, "A>B 200"));
    SimulationResult run = Fixtures.run(PIPE, trace, PolicyName.TERRA_PLUS,
        new SimulationOptions(PLAIN.compute(), List.of(), new ControllerDelay(0, 1), RoundTrips.NONE, false));
    Map<String, Double> seconds = Fixtures.secondsByJob(run);
    assertThat(seconds.get("small")).as("waits for the first schedule").isCloseTo(6, within(1e-6));
    assertThat(seconds.get("middle")).as("waits for no other").isCloseTo(16, within(1e-6));
    assertThat(seconds.get("large")).isCloseTo(36, within(1e-6));
  }

  @Test
  void whatAScheduleNewlyGivesFlowsOnceTheLastAgentHasHeardOfIt() {
    Trace trace = trace(Fixtures.job("first", 0, "A>B 100"), Fixtures.job("next", 0, "A>B 200"));
    SimulationOptions far = new SimulationOptions(PLAIN.compute(), List.of(), new ControllerDelay(0, 0, 0.5), RoundTrips.NONE, false);
    Map<String, Double> seconds = Fixtures.secondsByJob(Fixtures.run(PIPE, trace, PolicyName.TERRA_PLUS, far));
    assertThat(seconds.get("first")).isCloseTo(10.5, within(1e-6));
    assertThat(seconds.get("next")).as("the link changes hands twice").isCloseTo(31, within(1e-6));
  }

  @Test
  void ratesFromBeforeALinkFailedDoNotComeBack() {
    List<WanEvent> events = WanEvent.parse("0.2 capacity A B 40 Mbps");
    Trace trace = trace(Fixtures.job("j", 0, "A>B 100"));
    SimulationOptions far = new SimulationOptions(PLAIN.compute(), events, new ControllerDelay(0, 0, 0.5), RoundTrips.NONE, false);
    assertThat(seconds(trace, far)).isCloseTo(0.7 + 100 / 5.0, within(1e-6));
  }

  @Test
  void packetsOfTcpWaitBeforeLinks() {
    Trace trace = trace(Fixtures.job("j", 0, "A>B 100"));
    RoundTrips full = new RoundTrips(true, 1e9, 0.1);
    SimulationOptions queues = new SimulationOptions(PLAIN.compute(), List.of(), ControllerDelay.NONE, full, false);
    assertThat(Fixtures.averageJob(Fixtures.run(PIPE, trace, PolicyName.DEFAULT, queues)))
        .as("the first packet there and back, the last one there").isCloseTo(10 + 0.02 + 0.1 + 0.01 + 0.1, within(1e-6));
    assertThat(Fixtures.averageJob(Fixtures.run(PIPE, trace, PolicyName.TERRA_PLUS, queues)))
        .as("Terra sends no more than links carry").isCloseTo(10.01, within(1e-6));
  }

  @Test
  void linksFailRecoverAndChange() {
    List<WanEvent> events = WanEvent.parse("""
        # A-B is away for 5 s, and then half as wide
        2 down A B
        7 up B A
        7 capacity A B 40 Mbps
        """);
    Trace trace = trace(Fixtures.job("j", 0, "A>B 100"));
    SimulationOptions options = new SimulationOptions(PLAIN.compute(), events, ControllerDelay.NONE, RoundTrips.NONE, false);
    assertThat(seconds(trace, options)).isCloseTo(7 + 80 / 5.0, within(1e-6));
    SimulationOptions slow = new SimulationOptions(PLAIN.compute(), events, new ControllerDelay(0, 1), RoundTrips.NONE, false);
    assertThat(seconds(trace, slow)).as("first schedule at 1 s, second at 8 s").isCloseTo(8 + 90 / 5.0, within(1e-6));
  }

  @Test
  void saysWhatIsStuck() {
    SimulationOptions cut = new SimulationOptions(PLAIN.compute(),
        List.of(new WanEvent(2, LinkId.of("A", "B"), Kind.DOWN, Optional.empty())), ControllerDelay.NONE, RoundTrips.NONE, false);
    assertThatThrownBy(() -> seconds(trace(Fixtures.job("j", 0, "A>B 100")), cut))
        .isInstanceOf(StuckException.class).hasMessageContaining("j/reduce/A:B");
    assertThatThrownBy(() -> WanEvent.parse("1 down A B\nsoon up A B")).hasMessageContaining("line 2");
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void everyPolicyPassesTheAuditAndIsDeterministic(PolicyName policy) {
    Wan wan = Fixtures.wan("four", "A-B 10", "B-C 4", "A-C 10", "C-D 7", "B-D 3");
    Trace trace = trace(Fixtures.job("1", 0, "A>B 40", "C>D 3"), Fixtures.job("2", 1, "A>D 40", "C>B 80"),
        Fixtures.job("3", 1, "D>A 5", "D>B 7", "D>C 9"), Fixtures.job("4", 2, "B>C 1"));
    SimulationResult run = Fixtures.run(wan, trace, policy, PLAIN);
    assertThat(run).isEqualTo(Fixtures.run(wan, trace, policy, PLAIN));
    assertThat(run.coflows()).hasSize(4).allMatch(coflow -> coflow.slowdown() >= 1 - 1e-6);
    assertThat(run.use().average()).isBetween(0.0, 1.0);
  }

  /** Returns a scheduler that gives each bundle the given rate on its direct link, whatever the link can carry. */
  private static Scheduler reckless(double bytesPerSecond) {
    return (wan, shuffles, now) -> new Allocation("reckless", shuffles.stream().map(shuffle -> new ShuffleAllocation(
        shuffle.id(), 1, true, Optional.empty(), shuffle.bundles().stream().map(bundle -> new BundleAllocation(bundle,
            ImmutableList.of(new PathRate(Path.of(List.of(bundle.from(), bundle.to())), bytesPerSecond, 0))))
        .collect(ImmutableList.toImmutableList()))).collect(ImmutableList.toImmutableList()));
  }

  @Test
  void anOverloadedLinkFailsTheRun() {
    Gammas gammas = new Gammas(new PathSets(PIPE, PathRules.defaults()));
    Simulation simulation = new Simulation(PIPE, trace(Fixtures.job("j", 0, "A>B 100")), PLAIN, new Simulation.Setup(
        new Simulation.Candidate("reckless", reckless(11 * Fixtures.UNIT), () -> 0, Optional.empty()), gammas, () -> 0,
        (done, all) -> { }));
    assertThatThrownBy(simulation::run).isInstanceOf(AuditException.class).hasMessageContaining("A:B");
  }

  @Test
  void aShuffleFasterThanPossibleFailsTheRun() {
    Gammas tooSlow = new Gammas(new PathSets(Fixtures.wan("pipe", "A-B 10"), PathRules.defaults()));
    Audit audit = new Audit(tooSlow, new Links(PIPE));
    Coflow coflow = new Coflow("x", "s", 1, null);
    coflow.release(Fixtures.job("j", 0, "A>B 100").shuffles().get(0).matrix());
    assertThatThrownBy(() -> audit.ended(coflow, SimTime.ZERO.plus(9))).isInstanceOf(AuditException.class).hasMessageContaining("minimum");
    assertThatThrownBy(audit::finish).isInstanceOf(AuditException.class).hasMessageContaining("were sent");
  }
}
