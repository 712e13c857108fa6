package dev.terra.core.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WanValuesTest {
  private static final LinkId AB = LinkId.of("A", "B");

  private static Link link(LinkId id, double bytesPerSecond, long millis, OptionalDouble price) {
    return new Link(id, new Bandwidth(bytesPerSecond), Duration.ofMillis(millis), price);
  }

  @Test
  void aPathRunsThroughItsSitesAndTheLinksBetweenThem() {
    Path path = Path.of("A", "B", "C");

    assertThat(path.from()).isEqualTo(new SiteId("A"));
    assertThat(path.to()).isEqualTo(new SiteId("C"));
    assertThat(path.links()).containsExactly(AB, LinkId.of("B", "C"));
    assertThat(path).hasToString("A:B:C").isEqualTo(Path.of(path.sites()));
    assertThat(Path.of("A", "B").links()).containsExactly(AB);
  }

  @Test
  void aPathHasTwoSitesAndNoneTwice() {
    assertThatThrownBy(() -> Path.of("A")).hasMessageContaining("at least two sites");
    assertThatThrownBy(() -> Path.of("A", "B", "A")).hasMessageContaining("no site twice");
  }

  @Test
  void linksAreOrderedByBothEndsAndHaveAnotherDirection() {
    assertThat(AB.reversed()).isEqualTo(LinkId.of("B", "A"));
    assertThat(AB).isLessThan(LinkId.of("B", "A")).isLessThan(LinkId.of("A", "C")).isEqualByComparingTo(LinkId.of("A", "B"));
    assertThat(LinkId.of("B", "A")).isGreaterThan(AB).isGreaterThan(LinkId.of("A", "Z"));
    assertThat(AB).hasToString("A:B");
    assertThatThrownBy(() -> LinkId.of("A", "A")).hasMessageContaining("two different sites");
  }

  @Test
  void aLinkKeepsTheRestWhenItsCapacityChanges() {
    Link link = link(AB, 10, 5, OptionalDouble.of(0.02));
    Link wider = link.withCapacity(new Bandwidth(20));

    assertThat(wider.capacity().bytesPerSecond()).isEqualTo(20);
    assertThat(wider.id()).isEqualTo(AB);
    assertThat(wider.latency()).isEqualTo(link.latency());
    assertThat(link(AB, 1, 0, OptionalDouble.of(0)).latency()).isZero();
    assertThatThrownBy(() -> link(AB, 1, -1, OptionalDouble.empty())).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> link(AB, 1, 1, OptionalDouble.of(-1))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void distancesAreThoseOfTheGreatCircle() {
    Coordinates pole = new Coordinates(90, 0);
    Coordinates equator = new Coordinates(0, 0);
    double quarter = Math.PI / 2 * 6371;

    assertThat(pole.kilometresTo(equator)).isCloseTo(quarter, within(quarter * 0.005));
    assertThat(equator.kilometresTo(new Coordinates(0, 180))).isCloseTo(2 * quarter, within(quarter * 0.01));
    assertThat(new Coordinates(52.52, 13.405).kilometresTo(new Coordinates(48.857, 2.352))).isCloseTo(878, within(5.0));
    assertThat(equator.kilometresTo(equator)).isZero();
  }

  @Test
  void coordinatesAreOnTheGlobe() {
    assertThat(new Coordinates(-90, -180).latitude()).isEqualTo(-90);
    for (double[] off : List.of(new double[] {90.1, 0}, new double[] {-90.1, 0}, new double[] {0, 180.1}, new double[] {0, -180.1})) {
      assertThatThrownBy(() -> new Coordinates(off[0], off[1])).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aWanIsWhatItWasMadeOf() {
    Site a = Site.of("A");
    Site b = Site.of("B");
    Link there = link(AB, 10, 5, OptionalDouble.empty());
    Wan wan = new Wan("two", List.of(a, b), List.of(there));

    assertThat(wan.name()).isEqualTo("two");
    assertThat(wan.sites()).containsExactly(a, b);
    assertThat(wan.links()).containsExactly(there);
    assertThat(wan.link(AB)).hasValue(there);
    assertThat(wan.link(AB.reversed())).isEmpty();
    assertThat(wan.toString()).contains("two");
  }
}
