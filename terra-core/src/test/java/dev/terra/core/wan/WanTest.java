package dev.terra.core.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WanTest {
  private static Link link(String from, String to) {
    return new Link(LinkId.of(from, to), new Bandwidth(100), Duration.ofMillis(1), OptionalDouble.empty());
  }

  private final Wan wan = new Wan(
      "line", List.of(Site.of("A"), Site.of("B"), Site.of("C")), List.of(link("A", "B"), link("B", "C")));

  @Test
  void indexesFollowTheGivenOrder() {
    assertThat(wan.indexOf(new SiteId("C"))).isEqualTo(2);
    assertThat(wan.indexOf(LinkId.of("B", "C"))).isEqualTo(1);
    assertThat(wan.capacities()).containsExactly(100, 100);
  }

  @Test
  void linksAreDirected() {
    assertThat(wan.reachableFrom(new SiteId("A"))).containsExactly(new SiteId("A"), new SiteId("B"), new SiteId("C"));
    assertThat(wan.reachableFrom(new SiteId("C"))).containsExactly(new SiteId("C"));
  }

  @Test
  void aLinkCanBeTakenOut() {
    Wan cut = wan.keepLinks(l -> !l.id().equals(LinkId.of("A", "B")));
    assertThat(cut.link(LinkId.of("A", "B"))).isEmpty();
    assertThat(cut.linksFrom(new SiteId("A"))).isEmpty();
  }

  @Test
  void namesWhatIsUnknownOrRepeated() {
    assertThatThrownBy(() -> new Wan("x", List.of(Site.of("A"), Site.of("A")), List.of())).hasMessageContaining("A is given twice");
    assertThatThrownBy(() -> new Wan("x", List.of(Site.of("A")), List.of(link("A", "Z")))).hasMessageContaining("unknown site Z");
    assertThatThrownBy(() -> wan.indexOf(new SiteId("Q"))).hasMessageContaining("unknown site Q");
  }

  @Test
  void aPathHasNoLoop() {
    assertThat(Path.of("A", "B", "C").links()).containsExactly(LinkId.of("A", "B"), LinkId.of("B", "C"));
    assertThatThrownBy(() -> Path.of("A", "B", "A")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Path.of("A")).isInstanceOf(IllegalArgumentException.class);
  }
}
