package dev.terra.schedule.policy.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the policies with which Terra is compared, on examples with known answers: three sites, and links of 125e6 bytes/s each way. */
class BaselinePoliciesTest {
  private static final double LINK = 125e6;
  private static final double EXACT = 10;
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path DETOUR = Path.of("A", "C", "B");

  private final Wan wan = Wans.evenTriangle();
  private final PathSets paths = new PathSets(wan, PathRules.defaults());

  private Allocation schedule(PolicyName policy, Wan now, ShuffleDemand... demands) {
    return new PolicyScheduler(SchedulerConfig.of(policy), paths).schedule(now, List.of(demands), 0);
  }

  private Allocation schedule(PolicyName policy, ShuffleDemand... demands) {
    return schedule(policy, wan, demands);
  }

  private static ShuffleDemand flows(String id, String from, String to, double bytes, int flows) {
    return ShuffleDemand.of(new ShuffleId(id), 0, List.of(new BundleDemand(new SiteId(from), new SiteId(to), bytes, flows)));
  }

  private static BundleAllocation bundle(Allocation schedule, String id, int index) {
    return schedule.shuffles().stream().filter(each -> each.id().equals(new ShuffleId(id))).findFirst().orElseThrow()
        .bundles().get(index);
  }

  private static double rate(Allocation schedule, String id, int index) {
    return bundle(schedule, id, index).bytesPerSecond();
  }

  private static double rateOn(Allocation schedule, String id, Path path) {
    return bundle(schedule, id, 0).rates().stream().filter(each -> each.path().equals(path)).mapToDouble(PathRate::bytesPerSecond).sum();
  }

  private static double planned(Allocation schedule, String id, int index) {
    return bundle(schedule, id, index).rates().stream().mapToDouble(PathRate::plannedBytesPerSecond).sum();
  }

  private static List<String> order(Allocation schedule) {
    return schedule.shuffles().stream().map(each -> each.id().value()).toList();
  }

  @Test
  void tcpSharesThePlainRouteByFlows() {
    Allocation schedule = schedule(PolicyName.DEFAULT, flows("s", "A", "B", 1e9, 1), flows("t", "A", "B", 1, 3));

    assertThat(rate(schedule, "s", 0)).isCloseTo(LINK / 4, within(EXACT));
    assertThat(rate(schedule, "t", 0)).isCloseTo(LINK * 3 / 4, within(EXACT));
    assertThat(rateOn(schedule, "s", DIRECT)).as("nothing on other ways").isEqualTo(rate(schedule, "s", 0));
    assertThat(planned(schedule, "s", 0)).as("nobody plans").isZero();
  }

  @Test
  void tcpGivesWhatOneLinkCannotTakeToOthers() {
    Allocation schedule = schedule(PolicyName.DEFAULT, flows("s", "A", "B", 1e9, 3), flows("t", "A", "B", 1e9, 1),
        flows("u", "C", "B", 1e9, 1));

    assertThat(rate(schedule, "u", 0)).isCloseTo(LINK, within(EXACT));
    assertThat(rate(schedule, "s", 0) + rate(schedule, "t", 0)).isCloseTo(LINK, within(EXACT));
  }

  @Test
  void parallelConnectionsShareByBundles() {
    Allocation schedule = schedule(PolicyName.PARALLEL_TCP, flows("s", "A", "B", 1e9, 1), flows("t", "A", "B", 1, 3));

    assertThat(rate(schedule, "s", 0)).isCloseTo(LINK / 2, within(EXACT));
    assertThat(rate(schedule, "t", 0)).isCloseTo(LINK / 2, within(EXACT));
  }

  @Test
  void multipathTcpUsesAllPathsAndSharesByFlows() {
    Allocation alone = schedule(PolicyName.MPTCP, flows("s", "A", "B", 1e9, 1));
    assertThat(rateOn(alone, "s", DIRECT)).isCloseTo(LINK, within(EXACT));
    assertThat(rateOn(alone, "s", DETOUR)).isCloseTo(LINK, within(EXACT));

    Allocation two = schedule(PolicyName.MPTCP, flows("s", "A", "B", 1e9, 3), flows("t", "A", "C", 1e9, 1));
    assertThat(rate(two, "s", 0)).isCloseTo(LINK * 3 / 2, within(EXACT));
    assertThat(rate(two, "t", 0)).isCloseTo(LINK / 2, within(EXACT));
  }

  /**
   * Returns two shuffles that take 4 s and 4.8 s at the ports, which are as wide as two links, and 8 s and 5.6 s on the links themselves.
   */
  private static ShuffleDemand[] portsAndLinksDiffer() {
    return new ShuffleDemand[] {Wans.shuffle("narrow", 0, "A", "B", 1e9), Wans.shuffle("wide", 0, "A", "B", 5e8, "C", "B", 7e8)};
  }

  @Test
  void varysOrdersByThePortsOfSites() {
    Allocation schedule = schedule(PolicyName.VARYS, portsAndLinksDiffer());

    assertThat(order(schedule)).containsExactly("narrow", "wide");
    assertThat(planned(schedule, "narrow", 0)).isCloseTo(LINK, within(EXACT));
    assertThat(planned(schedule, "wide", 1)).as("all bundles or none").isZero();
    assertThat(rate(schedule, "wide", 0)).isZero();
    assertThat(rate(schedule, "wide", 1)).as("what is left").isCloseTo(LINK, within(EXACT));
  }

  @Test
  void aPortIsAsWideAsItsLinksThatAreUp() {
    Wan cut = wan.keepLinks(link -> !(link.id().to().name().equals("C") && link.id().from().name().equals("A")));
    Allocation schedule = schedule(PolicyName.VARYS, cut, portsAndLinksDiffer());

    assertThat(order(schedule)).as("8 s out of A, 4.8 s into B").containsExactly("wide", "narrow");
  }

  @Test
  void schedulingOnlyOrdersByTheLinksOfThePlainRoute() {
    Allocation schedule = schedule(PolicyName.SCHEDULING_ONLY, portsAndLinksDiffer());

    assertThat(order(schedule)).containsExactly("wide", "narrow");
    assertThat(planned(schedule, "wide", 0)).as("its bundles finish together").isCloseTo(LINK * 5 / 7, within(EXACT));
    assertThat(planned(schedule, "wide", 1)).isCloseTo(LINK, within(EXACT));
    assertThat(planned(schedule, "narrow", 0)).isCloseTo(LINK * 2 / 7, within(EXACT));
  }

  @Test
  void schedulingOnlyFillsWhatPlansLeaveInOrder() {
    Allocation schedule = schedule(PolicyName.SCHEDULING_ONLY, Wans.shuffle("first", 0, "A", "B", 5e8, "C", "B", 1e9));

    assertThat(planned(schedule, "first", 0)).isCloseTo(LINK / 2, within(EXACT));
    assertThat(rate(schedule, "first", 0)).isCloseTo(LINK, within(EXACT));
    assertThat(rate(schedule, "first", 1)).isCloseTo(LINK, within(EXACT));
  }

  @Test
  void siphonSendsThroughAnotherSiteWhereThatIsSooner() {
    Allocation schedule = schedule(PolicyName.SIPHON, Wans.shuffle("first", 0, "A", "B", 1e9), Wans.shuffle("second", 0, "A", "B", 2e9));

    assertThat(rateOn(schedule, "first", DIRECT)).isCloseTo(LINK, within(EXACT));
    assertThat(planned(schedule, "second", 0)).isCloseTo(LINK, within(EXACT));
    assertThat(rateOn(schedule, "second", DETOUR)).isCloseTo(LINK, within(EXACT));
    assertThat(rateOn(schedule(PolicyName.SCHEDULING_ONLY, Wans.shuffle("first", 0, "A", "B", 1e9),
        Wans.shuffle("second", 0, "A", "B", 2e9)), "second", DETOUR)).isZero();
  }

  @Test
  void siphonWeighsWhatItsOwnBundlesPutOnALink() {
    Allocation schedule = schedule(PolicyName.SIPHON, Wans.shuffle("s", 0, "A", "C", 2e9, "A", "B", 1e9, "C", "B", 1e8));

    assertThat(bundle(schedule, "s", 1).rates()).as("A-C is taken by its own first bundle")
        .singleElement().extracting(PathRate::path).isEqualTo(DIRECT);
  }

  @Test
  void siphonTakesThePlainRouteWhereAllAreFull() {
    Allocation schedule = schedule(PolicyName.SIPHON, Wans.shuffle("first", 0, "A", "B", 1e9), Wans.shuffle("second", 0, "A", "B", 2e9),
        Wans.shuffle("third", 0, "A", "B", 3e9));

    assertThat(rate(schedule, "third", 0)).isZero();
  }

  @Test
  void multipathOnlyGivesEveryBundleTheSame() {
    Allocation schedule = schedule(PolicyName.MULTIPATH_ONLY, Wans.shuffle("s", 0, "A", "B", 1e9), Wans.shuffle("t", 0, "A", "B", 1));

    assertThat(order(schedule)).containsExactly("s", "t");
    assertThat(rate(schedule, "s", 0)).isCloseTo(LINK, within(EXACT));
    assertThat(rate(schedule, "t", 0)).isCloseTo(LINK, within(EXACT));
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void ofEqualOnesTheOneThatCameFirstIsNamedFirst(PolicyName policy) {
    Allocation schedule = schedule(policy, Wans.shuffle("b", 0, "A", "B", 1e9), Wans.shuffle("c", 1, "A", "B", 1e9),
        Wans.shuffle("d", 1, "A", "B", 1e9));

    assertThat(order(schedule)).containsExactly("b", "c", "d");
  }

  @ParameterizedTest
  @EnumSource(PolicyName.class)
  void aShuffleIsGivenOnce(PolicyName policy) {
    assertThatThrownBy(() -> schedule(policy, Wans.shuffle("s", 0, "A", "B", 1), Wans.shuffle("s", 0, "A", "C", 1)))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("shuffle s is given twice");
  }
}
