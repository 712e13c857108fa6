package dev.terra.core.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
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
  void capsFollowTheLinks() {
    SiteCap leaves = new SiteCap(new SiteId("B"), SiteCap.Direction.EGRESS);
    SiteCap enters = new SiteCap(new SiteId("B"), SiteCap.Direction.INGRESS);
    Wan capped = new Wan("line", List.of(Site.of("A"),
        Site.of("B").withCaps(new SiteCaps(Optional.of(new Bandwidth(70)), Optional.of(new Bandwidth(80)))), Site.of("C")), wan.links());

    assertThat(capped.caps()).containsExactly(leaves, enters);
    assertThat(capped.capacities()).containsExactly(100, 100, 70, 80);
    assertThat(capped.resource(1)).isEqualTo(LinkId.of("B", "C"));
    assertThat(capped.resource(capped.indexOf(enters))).isEqualTo(enters);
    assertThat(capped.resources(LinkId.of("A", "B"))).containsExactly(0, 3);
    assertThat(capped.resources(Path.of("A", "B", "C"))).containsExactly(LinkId.of("A", "B"), LinkId.of("B", "C"), leaves, enters);
    assertThat(capped.capacity(leaves)).hasValue(new Bandwidth(70));
    assertThat(wan.capacity(leaves)).isEmpty();
    assertThatThrownBy(() -> wan.indexOf(enters)).hasMessage("no ingress cap of site B in line");
    assertThat(capped.times(0.5).capacities()).containsExactly(50, 50, 35, 40);
    assertThat(capped.site(new SiteId("B")).orElseThrow().withHosts(3, List.of()).caps().egress()).hasValue(new Bandwidth(70));
    assertThat(Stream.of(enters, leaves, LinkId.of("B", "C"), LinkId.of("A", "B")).sorted())
        .containsExactly(LinkId.of("A", "B"), LinkId.of("B", "C"), leaves, enters);
  }

  @Test
  void capacitiesOfAnotherTimeHaveTheIndexesOfTheWholeWan() {
    Wan capped = new Wan("line", List.of(Site.of("A").withCaps(new SiteCaps(Optional.of(new Bandwidth(70)), Optional.empty())),
        Site.of("B"), Site.of("C")), wan.links());
    Wan cut = capped.keepLinks(link -> link.id().from().equals(new SiteId("B"))).mapCaps((cap, bandwidth) -> bandwidth.times(0.1));

    assertThat(capped.capacitiesIn(cut)).containsExactly(0, 100, 7);
    assertThat(wan.capacitiesIn(wan)).containsExactly(100, 100);
    assertThatThrownBy(() -> wan.capacitiesIn(capped)).hasMessage("no egress cap of site A in line");
    assertThatThrownBy(() -> new SiteCaps(Optional.of(new Bandwidth(0)), Optional.empty())).hasMessageContaining("egress must be above 0");
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
