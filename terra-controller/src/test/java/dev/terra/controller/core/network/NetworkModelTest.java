package dev.terra.controller.core.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.Harness;
import dev.terra.controller.view.MeasuredCapacity;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests of the model of a triangle of 1 MB/s links, of which 0.9 are planned, and 0.8 of that while jobs shuffle. */
class NetworkModelTest {
  private static final LinkId AB = LinkId.of("A", "B");
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");
  private static final long NOW_NANOS = 3_000_000_000L;
  private static final SitePair PAIR = new SitePair(Harness.A, Harness.B);

  private final NetworkModel network = new NetworkModel(new NetworkSettings(Harness.wan(),
      new CapacityUse(0.9, 0.2, true), PathRules.defaults(),
      (planned, rules) -> (from, to) -> Harness.paths(from, to, rules), new OverlayDriver()));

  private static double of(Wan wan, LinkId link) {
    return wan.link(link).orElseThrow().capacity().bytesPerSecond();
  }

  private static PathRules rules(int paths, ImmutableSet<LinkId> links, ImmutableSet<Path> some) {
    return new PathRules(paths, false, links, some);
  }

  @Test
  void aCapacityThatIsToldAgainIsKnownToBeFresh() {
    assertThat(network.measuredCapacity(AB)).isEmpty();
    network.capacity(AB, new Bandwidth(5e5), NOW_NANOS);
    long revision = network.revision();
    network.capacity(AB, new Bandwidth(5e5), 2 * NOW_NANOS);
    assertThat(network.measuredCapacity(AB)).contains(new MeasuredCapacity(new Bandwidth(5e5), 6));
    assertThat(network.revision()).as("nothing has changed").isEqualTo(revision);
    assertThat(network.measuredCapacity(AB.reversed())).as("the other direction").isEmpty();
  }

  @Test
  void capacitiesAreKeptApart() {
    network.capacity(AB, new Bandwidth(5e5), NOW_NANOS);
    network.allocated(Map.of(AB, 1234L));
    assertThat(of(network.nominal(), AB)).isEqualTo(1e6);
    assertThat(of(network.forPaths(), AB)).isEqualTo(9e5);
    assertThat(network.capacity(AB).bytesPerSecond()).isEqualTo(5e5);
    assertThat(of(network.planned(false), AB)).isEqualTo(4.5e5);
    assertThat(of(network.planned(true), AB)).isCloseTo(3.6e5, within(1e-6));
    assertThat(of(network.planned(false), AB.reversed())).isEqualTo(9e5);
    assertThat(network.allocated(AB).bytesPerSecond()).isEqualTo(1234);
    assertThat(network.allocated(AB.reversed()).bytesPerSecond()).isZero();
  }

  @Test
  void plansLeaveWhatHigherClassesNeedOrTheFloorIfThatIsMore() {
    long revision = network.revision();
    assertThat(network.leave(Map.of(AB, 1e5))).isTrue();
    assertThat(network.leave(Map.of(AB, 1e5))).as("it is as before").isFalse();
    assertThat(network.revision()).isEqualTo(revision + 1);
    assertThat(of(network.planned(false), AB)).isEqualTo(0.9 * 9e5);
    assertThat(of(network.planned(true), AB)).as("the floor is a fifth").isCloseTo(0.9 * 8e5, within(1e-6));
    assertThat(of(network.planned(false), AB.reversed())).isEqualTo(9e5);
    network.leave(Map.of(AB, 3e5));
    assertThat(of(network.planned(true), AB)).isCloseTo(0.9 * 7e5, within(1e-6));
    network.leave(Map.of(AB, 1e9));
    assertThat(of(network.planned(false), AB)).as("plans have half of each link").isEqualTo(0.9 * 5e5);
    revision = network.revision();
    assertThat(network.leave(Map.of())).as("bulk may be faster").isTrue();
    assertThat(of(network.planned(false), AB)).isEqualTo(9e5);
    assertThat(network.revision()).as("a schedule that leaves more than is needed may stand").isEqualTo(revision);
  }

  /** On such links, the jobs' other traffic goes before bulk traffic, so the floor is of no use. */
  @Test
  void linksThatKeepClassesHaveNoFloor() {
    long revision = network.revision();
    assertThat(network.keepClasses(Set.of(AB))).isTrue();
    assertThat(network.keepClasses(Set.of(AB))).as("they are as before").isFalse();
    assertThat(network.revision()).as("bulk may be faster, and the schedule fits").isEqualTo(revision);
    assertThat(of(network.planned(true), AB)).isEqualTo(9e5);
    assertThat(of(network.planned(true), AB.reversed())).isCloseTo(7.2e5, within(1e-6));
    network.leave(Map.of(AB, 3e5));
    assertThat(of(network.planned(true), AB)).as("what is measured is left").isCloseTo(0.9 * 7e5, within(1e-6));
    revision = network.revision();
    assertThat(network.keepClasses(Set.of())).isTrue();
    assertThat(network.revision()).as("the schedule may not fit").isEqualTo(revision + 1);
  }

  @Test
  void capsArePlannedAsLinksAreAndLeaveWhatHigherClassesNeedOfAnyOfThem() {
    SiteCap cap = new SiteCap(Harness.A, SiteCap.Direction.EGRESS);
    Wan wan = Harness.wan();
    Wan capped = new Wan(wan.name(), wan.sites().stream().map(site -> site.id().equals(Harness.A)
        ? site.withCaps(new SiteCaps(Optional.of(new Bandwidth(1.5e6)), Optional.empty())) : site).toList(), wan.links());
    NetworkModel model = new NetworkModel(new NetworkSettings(capped, new CapacityUse(0.9, 0.2, true), PathRules.defaults(),
        (planned, rules) -> (from, to) -> Harness.paths(from, to, rules), new OverlayDriver()));

    assertThat(model.forPaths().capacity(cap)).hasValue(new Bandwidth(0.9 * 1.5e6));
    assertThat(model.planned(false).capacity(cap)).hasValue(new Bandwidth(0.9 * 1.5e6));
    assertThat(model.planned(true).capacity(cap).orElseThrow().bytesPerSecond()).isCloseTo(0.72 * 1.5e6, within(1e-6));
    model.keepClasses(Set.of(AB));
    assertThat(model.planned(true).capacity(cap).orElseThrow().bytesPerSecond()).as("one of its links keeps classes")
        .isCloseTo(0.72 * 1.5e6, within(1e-6));
    model.keepClasses(capped.links().stream().map(Link::id).filter(cap::counts).collect(Collectors.toSet()));
    assertThat(model.planned(true).capacity(cap).orElseThrow().bytesPerSecond()).as("all of them do").isCloseTo(0.9 * 1.5e6, within(1e-6));
    model.leave(Map.of(AB, 2e5, LinkId.of("A", "C"), 3e5, AB.reversed(), 1e5));
    assertThat(model.planned(false).capacity(cap).orElseThrow().bytesPerSecond()).isCloseTo(0.9 * 1e6, within(1e-6));
  }

  @Test
  void whatOthersTakeOfAMeasuredLinkIsNotTakenOffTwice() {
    network.leave(Map.of(AB, 3e5));
    network.capacity(AB, new Bandwidth(8e5), NOW_NANOS);
    assertThat(of(network.planned(false), AB)).as("others take 2e5, and need 3e5").isCloseTo(0.9 * 7e5, within(1e-6));
    network.capacity(AB, new Bandwidth(6e5), NOW_NANOS);
    assertThat(of(network.planned(false), AB)).as("others take 4e5").isCloseTo(0.9 * 6e5, within(1e-6));
    network.capacity(AB, new Bandwidth(2e6), NOW_NANOS);
    assertThat(of(network.planned(false), AB)).as("it carries more than was said").isCloseTo(0.9 * 1.7e6, within(1e-6));
  }

  @Test
  void aChangeIsLargeFromAQuarterOfTheNominalOnCountedFromTheLastRound() {
    assertThat(network.capacity(AB, new Bandwidth(7.6e5), NOW_NANOS)).isFalse();
    assertThat(network.capacity(AB, new Bandwidth(7.5e5), NOW_NANOS)).isTrue();
    network.scheduled();
    assertThat(network.capacity(AB, new Bandwidth(6e5), NOW_NANOS)).as("the round knows of 7.5e5").isFalse();
    assertThat(network.capacity(AB, new Bandwidth(5e5), NOW_NANOS)).as("small steps add up").isTrue();
    network.scheduled();
    assertThat(network.capacity(AB, new Bandwidth(1e6), NOW_NANOS)).isTrue();
  }

  @Test
  void whatMakesSchedulesUnfitHasANewRevision() {
    long revision = network.revision();
    network.capacity(AB, new Bandwidth(1e6), NOW_NANOS);
    network.rules(PathRules.defaults());
    assertThat(network.revision()).as("nothing has changed").isEqualTo(revision);
    network.capacity(AB, new Bandwidth(9e5), NOW_NANOS);
    assertThat(network.revision()).isNotEqualTo(revision);
  }

  @Test
  void refusesLinksThatThereAreNotAndCapacitiesOfNothing() {
    LinkId unknown = LinkId.of("A", "Z");
    assertThatThrownBy(() -> network.capacity(unknown, new Bandwidth(1), NOW_NANOS)).hasMessageContaining("no link A:Z");
    assertThatThrownBy(() -> network.capacity(AB, new Bandwidth(0), NOW_NANOS)).hasMessageContaining("above 0 of A:B");
    assertThatThrownBy(() -> network.linkReported(unknown, false, "ports")).hasMessageContaining("no link A:Z");
    assertThatThrownBy(() -> network.linkReported(AB, false, NetworkModel.TUNNELS)).hasMessageContaining("reported by agents");
    assertThatThrownBy(() -> network.rules(rules(2, ImmutableSet.of(unknown), ImmutableSet.of()))).hasMessageContaining("no link A:Z");
    assertThat(network.paths().paths(PAIR)).as("nothing has changed").containsExactly(DIRECT, AROUND);
  }

  @Test
  void pathsFollowTheRules() {
    assertThat(network.rules(rules(1, ImmutableSet.of(), ImmutableSet.of()))).isTrue();
    assertThat(network.paths().paths(PAIR)).containsExactly(DIRECT);
    assertThat(network.rules(rules(10, ImmutableSet.of(AB), ImmutableSet.of()))).isTrue();
    assertThat(network.paths().paths(PAIR)).containsExactly(AROUND);
    assertThat(network.paths().paths(new SitePair(Harness.B, Harness.A))).as("the other direction is allowed").hasSize(2);
    assertThat(network.rules(rules(10, ImmutableSet.of(), ImmutableSet.of(AROUND)))).isTrue();
    assertThat(network.paths().paths(PAIR)).containsExactly(DIRECT);
    assertThat(network.rules(rules(9, ImmutableSet.of(), ImmutableSet.of(AROUND)))).as("the same tunnels").isFalse();
    assertThat(network.rules(PathRules.defaults())).isTrue();
    assertThat(network.paths().has(AROUND)).isTrue();
  }

  @Test
  void aLinkIsDownAsLongAsAnySourceSaysSo() {
    network.linkReported(AB, false, "ports");
    network.linkReported(AB, false, "monitor");
    assertThat(network.linksDown()).containsExactly(AB);
    assertThat(network.whyDown(AB)).isEqualTo("ports says so; monitor says so");
    assertThat(network.planned(false).link(AB)).isEmpty();
    network.linkReported(AB, true, "ports");
    assertThat(network.linksDown()).containsExactly(AB);
    network.linkReported(AB, true, "monitor");
    assertThat(network.linksDown()).isEmpty();
    assertThat(network.planned(false).link(AB)).isPresent();
  }

  @Test
  void listensToABoundedNumberOfSources() {
    for (int source = 0; source < LinkStates.LINK_SOURCES; source++) {
      network.linkReported(AB, false, "source-" + source);
    }
    assertThatThrownBy(() -> network.linkReported(AB, false, "one-more")).hasMessageContaining("reports of one-more are ignored");
    network.linkReported(AB, true, "source-0");
    network.linkReported(AB, false, "one-more");
    assertThat(network.whyDown(AB)).contains("one-more");
  }
}
