package dev.terra.schedule.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.RandomTopology;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** Tests on three sites with 125 MB/s between each two. All 9 GB are at the first site. */
class PlacementAdviserTest {
  private static final Wan WAN = Wans.evenTriangle();
  private static final SiteId A = WAN.sites().get(0).id();
  private static final SiteId B = WAN.sites().get(1).id();
  private static final SiteId C = WAN.sites().get(2).id();

  private static StageAdvice advise(Map<SiteId, Integer> slots, int reducers, Map<SiteId, Integer> placed) {
    PathSets paths = new PathSets(WAN, PathRules.defaults());
    return new PlacementAdviser(paths, ImmutableMap.copyOf(slots), PolicyScheduler.solver(SolverName.FAST))
        .advise(WAN, new StageSoFar(ImmutableMap.of(A, 9e9), reducers, ImmutableMap.copyOf(placed))).orElseThrow();
  }

  /** With a third of the reducers at each other site, 3 GB cross each of A's links, at 125 MB/s. */
  @Example
  void reducersGoWhereTheOutputIsAsFarAsThereIsRoom() {
    StageAdvice free = advise(Map.of(A, 30, B, 30, C, 30), 30, Map.of());
    assertThat(free.best().reducers()).isEqualTo(Map.of(A, 30));
    assertThat(free.otherwise().reducers()).isEqualTo(Map.of(A, 10, B, 10, C, 10));
    assertThat(free.otherwise().seconds()).isCloseTo(24, within(1e-6));
    StageAdvice bound = advise(Map.of(A, 12, B, 30, C, 30), 30, Map.of());
    assertThat(bound.best().reducers().get(A)).isEqualTo(12);
    StageAdvice waves = advise(Map.of(A, 2, B, 2, C, 4), 40, Map.of());
    assertThat(waves.best().reducers().get(A)).as("its part of the cluster").isEqualTo(10);
  }

  @Example
  void reducersThatHaveBegunStay() {
    StageAdvice advice = advise(Map.of(A, 30, B, 30), 30, Map.of(B, 6, C, 4));
    assertThat(advice.best().reducers()).isEqualTo(Map.of(A, 20, B, 6, C, 4));
    assertThat(advice.otherwise().reducers()).isEqualTo(Map.of(A, 10, B, 16, C, 4));
  }

  @Example
  void inHindsightReducersNeedNotHaveRunWhereTheyDid() {
    PathSets paths = new PathSets(WAN, PathRules.defaults());
    StageAdvice advice = new PlacementAdviser(paths, ImmutableMap.of(A, 3), PolicyScheduler.solver(SolverName.FAST))
        .hindsight(WAN, new StageSoFar(ImmutableMap.of(A, 9e9), 30, ImmutableMap.of(B, 15, C, 15))).orElseThrow();
    assertThat(advice.best().reducers()).isEqualTo(Map.of(A, 30));
    assertThat(advice.otherwise().seconds()).isCloseTo(36, within(1e-6));
  }

  @Example
  void withoutASiteThatIsReachedThereIsNoAdvice() {
    PathSets paths = new PathSets(WAN, PathRules.defaults());
    Wan cut = WAN.keepLinks(link -> !link.id().from().equals(A));
    StageSoFar soFar = new StageSoFar(ImmutableMap.of(A, 9e9), 3, ImmutableMap.of());
    assertThat(new PlacementAdviser(paths, ImmutableMap.of(B, 3), PolicyScheduler.solver(SolverName.FAST)).advise(cut, soFar)).isEmpty();
    assertThat(new PlacementAdviser(paths, ImmutableMap.of(), PolicyScheduler.solver(SolverName.FAST)).advise(WAN, soFar)).isEmpty();
  }

  @Property(tries = 50)
  void allReducersArePlacedAndNoneTwice(@ForAll @LongRange(max = 1_000_000) long seed) {
    Random random = new Random(seed);
    Wan wan = RandomTopology.generate(4, 5, seed);
    ImmutableMap.Builder<SiteId, Double> output = ImmutableMap.builder();
    ImmutableMap.Builder<SiteId, Integer> slots = ImmutableMap.builder();
    ImmutableMap.Builder<SiteId, Integer> placed = ImmutableMap.builder();
    wan.sites().forEach(site -> {
      output.put(site.id(), 1e9 * random.nextDouble());
      placed.put(site.id(), random.nextInt(3));
      if (random.nextInt(4) > 0) {
        slots.put(site.id(), 1 + random.nextInt(20));
      }
    });
    StageSoFar soFar = new StageSoFar(output.build(), 8 + random.nextInt(40), placed.build());
    PlacementAdviser adviser = new PlacementAdviser(
        new PathSets(wan, PathRules.defaults()), slots.build(), PolicyScheduler.solver(SolverName.FAST));
    adviser.advise(wan, soFar).ifPresent(advice -> {
      for (StagePlacement placement : new StagePlacement[] {advice.best(), advice.otherwise()}) {
        assertThat(placement.reducers().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(soFar.reducers());
        soFar.placed().forEach((site, count) -> assertThat(placement.reducers().getOrDefault(site, 0)).isGreaterThanOrEqualTo(count));
      }
      assertThat(advice.best().seconds()).isLessThanOrEqualTo(advice.otherwise().seconds() * 1.01);
    });
  }
}
