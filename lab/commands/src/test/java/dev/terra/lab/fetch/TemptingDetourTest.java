package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TemptingDetourTest {
  private static Wan wan(String... links) {
    List<Link> all = Stream.of(links).map(text -> text.split(":")).map(link -> new Link(LinkId.of(link[0], link[1]), new Bandwidth(1e6),
        Duration.ofMillis(Long.parseLong(link[2])), OptionalDouble.empty())).toList();
    return new Wan("four", Stream.of("A", "B", "C", "D").map(Site::of).toList(), all);
  }

  @Test
  void theSiteIsThatOfTheShortestDetourWhereThereIsAnother() {
    Wan wan = wan("A:B:1", "A:C:30", "C:B:30", "A:D:20", "D:B:20", "C:D:1");

    assertThat(TemptingDetour.of(wan))
        .isEqualTo(new TemptingDetour(new SiteId("A"), new SiteId("B"), new SiteId("D"), Duration.ofMillis(40)));
  }

  @Test
  void aPairWithOneDetourIsNotChosenAsTheRuleWouldLeaveItNone() {
    assertThatThrownBy(() -> TemptingDetour.of(wan("A:B:1", "A:C:1", "C:B:1"))).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("four: expected two sites");
  }
}
