package dev.terra.schedule.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import org.junit.jupiter.api.Test;

/** Tests of the limits of shuffles whose limits are known: the examples of section 2.3 of the dissertation, on three sites. */
class LimitSearchTest {
  private static final double GIGABYTE = 1e9;
  private static final LinkId A_B = LinkId.of("A", "B");
  private static final LinkId A_C = LinkId.of("A", "C");
  private static final LinkId C_B = LinkId.of("C", "B");

  private final Wan wan = Wans.evenTriangle().mapLinks(link -> link.withCapacity(link.capacity().times(10)));
  private final PathSets paths = new PathSets(wan, PathRules.defaults());
  private final LimitSearch search = new LimitSearch(paths, PolicyScheduler.solver(SolverName.FAST));

  private GammaLimits limits(Wan now, ShuffleDemand shuffle) {
    return search.limits(now, shuffle);
  }

  @Test
  void aTransferOverTwoPathsIsLimitedByItsOwnLinkAndByTheTwoLinksOfTheDetourTogether() {
    GammaLimits limits = limits(wan, Wans.shuffle("job-1", 0, "A", "B", 5 * GIGABYTE));

    assertThat(limits.gammaSeconds()).isCloseTo(2, within(1e-9));
    assertThat(limits.bottlenecks()).containsExactly(A_B);
    assertThat(limits.named()).containsExactlyInAnyOrder(A_B, A_C, C_B);
    assertThat(limits.links()).filteredOn(limit -> limit.link().equals(A_C)).extracting(LimitingLink::onlyWith)
        .containsExactly(ImmutableList.of(C_B));
    assertThat(limits.links()).filteredOn(limit -> limit.link().equals(C_B)).extracting(LimitingLink::onlyWith)
        .containsExactly(ImmutableList.of(A_C));
    assertThat(limits.links().get(0).gainSeconds()).isCloseTo(2 - 2 / 1.005, within(1e-9));
    assertThat(search.gammaSeconds(ImmutableList.of(A_C), 1.01)).isCloseTo(2, within(1e-9));
    assertThat(search.gammaSeconds(ImmutableList.of(A_C, C_B), 1.01)).isCloseTo(2 / 1.005, within(1e-9));
  }

  @Test
  void twoTransfersIntoOneSiteAreLimitedByTheLinksIntoIt() {
    GammaLimits limits = limits(wan, Wans.shuffle("job-2", 0, "A", "B", 5 * GIGABYTE, "C", "B", 25 * GIGABYTE));

    assertThat(limits.gammaSeconds()).isCloseTo(12, within(1e-9));
    assertThat(limits.bottlenecks()).containsExactlyInAnyOrder(A_B, C_B).isEqualTo(limits.named());
    assertThat(limits.links()).allSatisfy(limit -> assertThat(limit.share()).isCloseTo(0.5, within(1e-9)));
  }

  @Test
  void afterACutOnlyWhatIsLeftLimits() {
    Wan cut = wan.keepLinks(link -> !(link.id().equals(A_C) || link.id().equals(A_C.reversed())));

    GammaLimits third = limits(cut, Wans.shuffle("job-3", 0, "A", "B", 10 * GIGABYTE));
    GammaLimits fourth = limits(cut, Wans.shuffle("job-4", 0, "C", "B", 5 * GIGABYTE, "A", "C", 10 * GIGABYTE));

    assertThat(third.gammaSeconds()).isCloseTo(8, within(1e-9));
    assertThat(third.named()).containsExactly(A_B).isEqualTo(third.bottlenecks());
    assertThat(fourth.gammaSeconds()).isCloseTo(8, within(1e-9));
    assertThat(fourth.named()).containsExactlyInAnyOrder(A_B, LinkId.of("B", "C"));
    assertThat(fourth.bottlenecks()).isEmpty();
  }

  @Test
  void whereNothingIsLeftOrNothingCanBeSentNothingLimits() {
    Wan cut = wan.keepLinks(link -> !link.id().to().name().equals("B"));

    assertThat(limits(wan, Wans.shuffle("done", 0, "A", "B", 0))).isEqualTo(new GammaLimits(0, ImmutableList.of()));
    assertThat(limits(cut, Wans.shuffle("lost", 0, "A", "B", 1)))
        .isEqualTo(new GammaLimits(Double.POSITIVE_INFINITY, ImmutableList.of()));
  }
}
