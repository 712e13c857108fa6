package dev.terra.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.check.ScheduleAudit;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of what every policy must guarantee, over all WANs. */
class PolicyContractTest {
  private static final Set<PolicyName> CONSERVING =
      EnumSet.of(PolicyName.TERRA, PolicyName.TERRA_PLUS, PolicyName.MULTIPATH_ONLY);

  /** The path sets by WAN. They are kept because finding paths takes longer than scheduling over them. */
  private static final Map<String, PathSets> PATHS = new HashMap<>();

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void schedulesAreFeasibleAndWorkConserving(PolicyName policy) {
    for (String name : Wans.NAMES) {
      check(policy, PATHS.computeIfAbsent(name, wanName -> new PathSets(Wans.load(wanName), PathRules.defaults())));
    }
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void alsoWhereSitesHaveCaps(PolicyName policy) {
    for (String name : List.of("triangle", "swan", "google-b4", "abilene")) {
      check(policy, PATHS.computeIfAbsent("capped " + name,
          key -> new PathSets(Wans.capped(Wans.load(name), 3), PathRules.defaults())));
    }
  }

  private static void check(PolicyName policy, PathSets paths) {
    Wan wan = paths.wan();
    RandomShuffles shuffles = new RandomShuffles(wan, 5);
    for (int count : new int[] {0, 1, 3, 10, 40}) {
      List<ShuffleDemand> demands = IntStream.range(0, count).mapToObj(i -> shuffles.next(i)).toList();

      Allocation schedule = new PolicyScheduler(SchedulerConfig.of(policy), paths).schedule(wan, demands, count);

      assertThat(schedule.policy()).isEqualTo(policy.toString());
      assertThat(schedule.shuffles()).extracting(ShuffleAllocation::id)
          .containsExactlyInAnyOrderElementsOf(demands.stream().map(ShuffleDemand::id).toList());
      assertThat(ScheduleAudit.faults(wan, schedule, CONSERVING.contains(policy) ? paths : null)).as(wan.name()).isEmpty();
      assertThat(schedule.shuffles()).allMatch(shuffle -> shuffle.admitted() && Double.isFinite(shuffle.gammaSeconds()));
    }
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void theSameCallsGiveTheSameSchedules(PolicyName policy) {
    Wan wan = Wans.load("swan");
    RandomShuffles shuffles = new RandomShuffles(wan, 9);
    List<ShuffleDemand> demands = IntStream.range(0, 12).mapToObj(i -> shuffles.next(i)).toList();
    List<Allocation> results = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      PathSets paths = new PathSets(wan, PathRules.defaults());
      results.add(new PolicyScheduler(SchedulerConfig.of(policy), paths).schedule(wan, demands, 12));
    }
    assertThat(results.get(0)).isEqualTo(results.get(1));
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void linksThatAreDownAreAvoidedAndUnconnectedBundlesNamed(PolicyName policy) {
    Wan wan = Wans.load("triangle");
    PathSets paths = new PathSets(wan, PathRules.defaults());
    Scheduler scheduler = new PolicyScheduler(SchedulerConfig.of(policy), paths);
    List<ShuffleDemand> demands = List.of(Wans.shuffle("s", 0, "A", "B", 1e9, "B", "A", 1e9), Wans.shuffle("t", 0, "A", "C", 1e9));
    scheduler.schedule(wan, demands, 0);

    Wan cut = wan.keepLinks(link -> !link.id().to().name().equals("B"));
    Allocation schedule = scheduler.schedule(cut, demands, 1);

    ShuffleAllocation s =
        schedule.shuffles().stream().filter(shuffle -> shuffle.id().value().equals("s")).findFirst().orElseThrow();
    assertThat(s.problem()).hasValue("no path for bundle A:B");
    assertThat(s.gammaSeconds()).isInfinite();
    assertThat(s.bundles().get(0).rates()).isEmpty();
    assertThat(s.bundles().get(1).bytesPerSecond()).isPositive();
    assertThat(ScheduleAudit.faults(cut, schedule, null)).isEmpty();
    assertThat(scheduler.schedule(wan, demands, 2).shuffles()).isNotEmpty().allMatch(shuffle -> shuffle.problem().isEmpty());
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void extremeVolumesAreServed(PolicyName policy) {
    Wan wan = Wans.load("swan");
    PathSets paths = new PathSets(wan, PathRules.defaults());
    List<ShuffleDemand> demands = List.of(
        Wans.shuffle("wide", 0, "HK", "BA", 0x1p62, "LA", "BA", 1, "NY", "FL", 0),
        Wans.shuffle("tiny", 0, "HK", "LA", 1),
        Wans.shuffle("huge", 0, "NY", "HK", 0x1p62),
        Wans.shuffle("empty", 0, "NY", "HK", 0));

    Allocation schedule = new PolicyScheduler(SchedulerConfig.of(policy), paths).schedule(wan, demands, 0);

    assertThat(ScheduleAudit.faults(wan, schedule, CONSERVING.contains(policy) ? paths : null)).isEmpty();
    ShuffleAllocation empty =
        schedule.shuffles().stream().filter(shuffle -> shuffle.id().value().equals("empty")).findFirst().orElseThrow();
    assertThat(empty.gammaSeconds()).isZero();
    assertThat(empty.bundles().get(0).rates()).isEmpty();
  }
}
