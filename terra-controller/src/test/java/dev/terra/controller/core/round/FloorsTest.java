package dev.terra.controller.core.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.controller.core.Harness;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/**
 * Tests that every waiting bundle gets a small rate, whatever the schedule, and that all waiting bundles together get no more than a small
 * part of any link.
 */
class FloorsTest {
  private static BundleId bundle(int number, String from, String to) {
    return new BundleId(new ShuffleId("job_" + number), new SiteId(from), new SiteId(to));
  }

  private static Wan wan(double bytesPerSecond) {
    return Harness.wan().mapLinks(link -> link.withCapacity(new Bandwidth(bytesPerSecond)));
  }

  @Example
  void oneOnAWideLinkGetsTheUsualFloor() {
    Floors floors = new Floors(wan(1e9));
    floors.add(bundle(1, "A", "B"), Path.of("A", "B"));

    assertThat(floors.bytesPerSecond()).containsExactly(Map.entry(bundle(1, "A", "B"), Floors.FLOOR_BYTES_PER_SECOND));
    assertThat(floors.pathOf(bundle(1, "A", "B"))).isEqualTo(Path.of("A", "B"));
    assertThat(floors.remaining().link(LinkId.of("A", "B")).orElseThrow().capacity().bytesPerSecond())
        .isEqualTo(1e9 - Floors.FLOOR_BYTES_PER_SECOND);
    assertThat(floors.remaining().link(LinkId.of("B", "A")).orElseThrow().capacity().bytesPerSecond()).isEqualTo(1e9);
  }

  @Example
  void whereNobodyWaitsTheWanIsTheSameObject() {
    Wan wan = wan(1e6);
    assertThat(new Floors(wan).remaining()).as("schedulers know a WAN by its object").isSameAs(wan);
  }

  @Example
  void floorsOfARelayedPathAreKeptOfTheCapsThatTheyTakeAPartOf() {
    Wan links = wan(1e9);
    Wan capped = new Wan(links.name(), links.sites().stream().map(site -> site.id().name().equals("C")
        ? site.withCaps(new SiteCaps(Optional.of(new Bandwidth(1e9)), Optional.of(new Bandwidth(1e6)))) : site).toList(), links.links());
    Floors floors = new Floors(capped);
    floors.add(bundle(1, "A", "B"), Path.of("A", "C", "B"));
    floors.add(bundle(2, "A", "C"), Path.of("A", "C"));
    double floor = 1e6 * Floors.FLOOR_SHARE_OF_LINK / 2;

    assertThat(floors.bytesPerSecond()).containsExactly(Map.entry(bundle(1, "A", "B"), floor), Map.entry(bundle(2, "A", "C"), floor));
    assertThat(floors.remaining().capacity(new SiteCap(new SiteId("C"), SiteCap.Direction.INGRESS)))
        .hasValue(new Bandwidth(1e6 - 2 * floor));
    assertThat(floors.remaining().capacity(new SiteCap(new SiteId("C"), SiteCap.Direction.EGRESS)))
        .hasValue(new Bandwidth(1e9 - floor));
  }

  @Property(tries = 100)
  void allTogetherTakeASmallPartOfALink(@ForAll long seed, @ForAll @DoubleRange(min = 1e4, max = 1e8) double capacity) {
    Random random = new Random(seed);
    Floors floors = new Floors(wan(capacity));
    Map<BundleId, Path> paths = new HashMap<>();
    List<Path> choice = List.of(Path.of("A", "B"), Path.of("A", "C", "B"), Path.of("A", "C"), Path.of("C", "B"), Path.of("C", "A", "B"));
    for (int number = 0; number < 1 + random.nextInt(60); number++) {
      Path path = choice.get(random.nextInt(choice.size()));
      BundleId id = bundle(number, path.from().name(), path.to().name());
      paths.put(id, path);
      floors.add(id, path);
    }
    Map<LinkId, Double> used = new HashMap<>();
    floors.bytesPerSecond().forEach((id, rate) -> {
      assertThat(rate).isPositive().isLessThanOrEqualTo(Floors.FLOOR_BYTES_PER_SECOND);
      paths.get(id).links().forEach(link -> used.merge(link, rate, Double::sum));
    });
    assertThat(floors.bytesPerSecond().keySet()).isEqualTo(paths.keySet());
    for (Link link : floors.remaining().links()) {
      double taken = used.getOrDefault(link.id(), 0.0);
      assertThat(taken).isLessThanOrEqualTo(capacity * Floors.FLOOR_SHARE_OF_LINK * (1 + 1e-9));
      assertThat(link.capacity().bytesPerSecond()).isCloseTo(capacity - taken, within(1e-6 * capacity));
    }
  }
}
