package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.WanEvent.Kind;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator.Shape;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Tests that, whatever happens, bytes flow between rounds at the rates of the policy, and that no policy overloads a link. */
class FluidModelTest {
  /** The policies that leave no capacity free on any path of a bundle that has bytes left. The other policies use one path. */
  private static final Set<PolicyName> ALL_PATHS =
      EnumSet.of(PolicyName.TERRA, PolicyName.TERRA_PLUS, PolicyName.MPTCP, PolicyName.MULTIPATH_ONLY);
  private static final Set<PolicyName> PLAIN_ROUTE = EnumSet.of(PolicyName.DEFAULT, PolicyName.PARALLEL_TCP);
  /** The tolerance, as a share of a link's capacity. */
  private static final double ROUNDING = 1e-6;

  private final Wan wan = Fixtures.wan("four", "A-B 10", "B-C 4", "A-C 10", "C-D 7", "B-D 3");
  private final PathSets paths = new PathSets(wan, PathRules.defaults());

  private FluidModel run(Trace trace, PolicyName policy, SimulationOptions options, BiConsumer<Wan, Allocation> check) {
    FluidModel model = new FluidModel(new PolicyScheduler(SchedulerConfig.of(policy), paths), check);
    SimulationResult result = new Simulation(wan, trace, options, new Simulation.Setup(
        new Simulation.Candidate(policy.toString(), model, () -> 0, Optional.empty()), new Gammas(paths), () -> 0,
        (done, all) -> { })).run();
    assertThat(result.cost().rounds()).isEqualTo(model.rounds());
    model.checkThatAllEnded();
    assertThat(model.totals().values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(result.coflows().stream().mapToDouble(CoflowTime::bytes).sum(), Fixtures.relative(1e-9));
    return model;
  }

  @Property(tries = 40)
  void bytesFlowAtTheRatesThatWereGiven(@ForAll PolicyName policy, @ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed) {
    Trace trace = Fixtures.generate(wan, shape, 8, seed);
    FluidModel model = run(trace, policy, SimulationOptions.plain(), FluidModelTest::noLinkIsOverloaded);

    assertThat(model.totals()).as("each byte of the trace that has to cross").hasSameSizeAs(crossing(trace));
    crossing(trace).forEach((bundle, bytes) -> assertThat(model.totals().get(bundle)).as(bundle).isCloseTo(bytes, Fixtures.relative(1e-9)));
  }

  private static Map<String, Double> crossing(Trace trace) {
    Map<String, Double> bytes = new TreeMap<>();
    for (TraceJob job : trace.jobs()) {
      for (TraceShuffle shuffle : job.shuffles()) {
        for (SiteBytes entry : shuffle.bySites(job.stage(shuffle.from()), job.stage(shuffle.to()))) {
          if (!entry.from().equals(entry.to())) {
            bytes.merge(job.id() + "/" + shuffle.to() + ":" + entry.from() + ">" + entry.to(), entry.bytes(), Double::sum);
          }
        }
      }
    }
    return bytes;
  }

  private static void noLinkIsOverloaded(Wan now, Allocation allocation) {
    FluidModel.loads(allocation).forEach((link, load) -> assertThat(load).as("%s", link)
        .isLessThanOrEqualTo(now.link(link).orElseThrow().capacity().bytesPerSecond() * (1 + ROUNDING)));
  }

  @Property(tries = 30)
  void linksThatFailAndChangeLoseNothing(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    Trace trace = Fixtures.generate(wan, Shape.COFLOW, 6, seed);
    Random random = new Random(seed);
    List<WanEvent> events = new ArrayList<>();
    for (int event = 0; event < 12; event++) {
      LinkId link = wan.links().get(random.nextInt(wan.links().size())).id();
      double at = random.nextDouble() * 30;
      events.add(new WanEvent(at, link, Kind.DOWN, Optional.empty()));
      events.add(new WanEvent(at + 5 * random.nextDouble(), link, Kind.UP, Optional.empty()));
    }
    SimulationOptions options = new SimulationOptions(ComputeModel.off(1), events, ControllerDelay.NONE, RoundTrips.NONE, false);

    FluidModel model = run(trace, policy, options, FluidModelTest::noLinkIsOverloaded);

    assertThat(model.totals()).hasSameSizeAs(crossing(trace));
  }

  @Property(tries = 40)
  void noPolicyLeavesFreeWhatABundleCouldUse(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    run(Fixtures.generate(wan, Shape.COFLOW, 8, seed), policy, SimulationOptions.plain(), (now, allocation) -> {
      Map<LinkId, Double> loads = FluidModel.loads(allocation);
      for (ShuffleAllocation shuffle : allocation.shuffles()) {
        for (BundleAllocation bundle : shuffle.bundles()) {
          List<Path> all = paths.paths(bundle.demand().from(), bundle.demand().to());
          List<Path> mustBeFull = ALL_PATHS.contains(policy) ? all : PLAIN_ROUTE.contains(policy) ? all.subList(0, 1) : used(bundle);
          mustBeFull.forEach(path -> assertThat(FluidModel.free(now, loads, path))
              .as("%s on %s under %s", bundle.demand(), path, policy).isLessThanOrEqualTo(ROUNDING * 10 * Fixtures.UNIT));
        }
      }
    });
  }

  /**
   * Checks that a bundle uses at most one path. Shuffle-aware policies choose one path, and may leave capacity free on it, so no path must
   * be full.
   */
  private static List<Path> used(BundleAllocation bundle) {
    assertThat(bundle.rates()).hasSizeLessThanOrEqualTo(1);
    return List.of();
  }

  @Property(tries = 20)
  void plannedRatesArePartOfRates(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    run(Fixtures.generate(wan, Shape.COFLOW, 6, seed), policy, SimulationOptions.plain(), (now, allocation) ->
        allocation.shuffles().stream().flatMap(shuffle -> shuffle.bundles().stream()).forEach(bundle -> {
          assertThat(bundle.rates()).extracting(PathRate::path).doesNotHaveDuplicates();
          assertThat(bundle.rates()).allSatisfy(rate -> {
            assertThat(rate.path().from()).isEqualTo(bundle.demand().from());
            assertThat(rate.path().to()).isEqualTo(bundle.demand().to());
            assertThat(rate.bytesPerSecond()).isPositive();
            assertThat(rate.plannedBytesPerSecond()).isBetween(0.0, rate.bytesPerSecond() * (1 + ROUNDING));
          });
        }));
  }
}
