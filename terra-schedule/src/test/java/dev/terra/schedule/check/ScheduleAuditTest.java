package dev.terra.schedule.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.Wans;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the audit on which all other tests rely, on schedules with one fault each. Links carry 125e6 bytes/s. */
class ScheduleAuditTest {
  private static final double LINK = 125e6;
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path DETOUR = Path.of("A", "C", "B");

  private final Wan wan = Wans.evenTriangle();
  private final PathSets paths = new PathSets(wan, PathRules.defaults());

  private static BundleAllocation bundle(String from, String to, double bytes, PathRate... rates) {
    return new BundleAllocation(new BundleDemand(new SiteId(from), new SiteId(to), bytes), ImmutableList.copyOf(rates));
  }

  private static ShuffleAllocation shuffle(Optional<String> problem, BundleAllocation... bundles) {
    return new ShuffleAllocation(new ShuffleId("s"), 1, true, problem, ImmutableList.copyOf(bundles));
  }

  private static ShuffleAllocation shuffle(BundleAllocation... bundles) {
    return shuffle(Optional.empty(), bundles);
  }

  private List<String> faults(PathSets conserving, ShuffleAllocation... shuffles) {
    return ScheduleAudit.faults(wan, new Allocation("by hand", ImmutableList.copyOf(Arrays.asList(shuffles))), conserving);
  }

  private void assertFault(String words, ShuffleAllocation... shuffles) {
    assertThat(faults(null, shuffles)).singleElement().asString().contains(words);
  }

  @Test
  void aScheduleThatFillsTheLinksHasNone() {
    ShuffleAllocation full = shuffle(bundle("A", "B", 2e9, new PathRate(DIRECT, LINK, LINK), new PathRate(DETOUR, LINK, LINK / 2)));
    assertThat(faults(paths, full)).isEmpty();
    assertThat(faults(paths, shuffle(bundle("A", "B", 0)))).as("who has nothing to send needs nothing").isEmpty();
  }

  @Test
  void aLinkThatCarriesMoreThanItsCapacityIsOne() {
    ShuffleAllocation half = shuffle(bundle("A", "B", 1, new PathRate(DIRECT, LINK / 2, LINK / 2)));
    assertThat(faults(null, half, half)).isEmpty();
    assertFault("A:B carries", half, half, half);
    assertThat(faults(null, shuffle(bundle("A", "B", 1, new PathRate(DIRECT, LINK * (1 + 5e-10), 0))))).as("rounding").isEmpty();
  }

  @Test
  void rateThatIsNoneIsOne() {
    for (double rate : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThat(faults(null, shuffle(bundle("A", "B", 1, new PathRate(DIRECT, rate, 0))))).isNotEmpty()
          .first().asString().contains("s/A:B on A:B: rate " + rate);
    }
    assertThat(faults(null, shuffle(bundle("A", "B", 1, new PathRate(DIRECT, 5, -1))))).first().asString().contains("planned -1.0");
  }

  @Test
  void aPlanThatExceedsTheTotalIsOne() {
    assertFault("planned 6.0 is more than 5.0", shuffle(bundle("A", "B", 1, new PathRate(DIRECT, 5, 6))));
  }

  @Test
  void aPathToSomewhereElseIsOne() {
    assertFault("the path does not join", shuffle(bundle("A", "C", 1, new PathRate(DIRECT, 5, 5))));
    assertFault("the path does not join", shuffle(bundle("C", "B", 1, new PathRate(DIRECT, 5, 5))));
  }

  @Test
  void bundlesThatDoNotProgressEquallyAreOne() {
    BundleAllocation fast = bundle("A", "B", 100, new PathRate(DIRECT, 50, 50));
    BundleAllocation slow = bundle("A", "C", 100, new PathRate(Path.of("A", "C"), 50, 49));
    BundleAllocation none = bundle("A", "C", 100, new PathRate(Path.of("A", "C"), 50, 0));
    assertFault("planned progress differs", shuffle(fast, slow));
    assertFault("planned progress differs", shuffle(fast, none));
    assertThat(faults(null, shuffle(fast, bundle("A", "C", 0)))).isEmpty();
    assertThat(faults(null, shuffle(Optional.of("no path for bundle A:C"), fast, bundle("A", "C", 100)))).as("the others go on").isEmpty();
    assertThat(faults(null, shuffle(none, bundle("A", "B", 100)))).as("fill need not be equal").isEmpty();
  }

  @Test
  void aBundleThatCouldSendMoreIsOneWhereWorkIsToBeConserved() {
    ShuffleAllocation direct = shuffle(bundle("A", "B", 1, new PathRate(DIRECT, LINK, LINK)));
    assertThat(faults(paths, direct)).singleElement().asString().contains("s/A:B has spare path A:C:B");
    assertThat(faults(null, direct)).isEmpty();
    ShuffleAllocation nearly = shuffle(bundle("A", "B", 1, new PathRate(DIRECT, LINK, LINK), new PathRate(DETOUR, LINK * (1 - 5e-7), 0)));
    assertThat(faults(paths, nearly)).as("that is next to nothing").isEmpty();
    PathSets every = new PathSets(wan, new PathRules(1, true, ImmutableSet.of(),
        ImmutableSet.of()));
    assertThat(faults(every, direct)).as("also on a path that was not in the set yet").hasSize(1);
  }

  @Test
  void twoFaultsAreTwo() {
    assertThat(faults(null, shuffle(bundle("A", "B", 1, new PathRate(DIRECT, 2 * LINK, 3 * LINK))))).hasSize(2);
  }
}
