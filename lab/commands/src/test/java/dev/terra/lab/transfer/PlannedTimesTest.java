package dev.terra.lab.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.TransferPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PlannedTimesTest {
  @Test
  void ofTwoShufflesOverOneLinkTheSmallGoesFirst() {
    LinkId id = LinkId.of("A", "B");
    List<Link> links = List.of(id, id.reversed()).stream()
        .map(each -> new Link(each, new Bandwidth(1e6), Duration.ofMillis(1), OptionalDouble.empty())).toList();
    Wan wan = new Wan("pair", List.of(Site.of("A"), Site.of("B")), links);
    TransferPlan large = TransferPlan.lasting(wan, Pattern.PAIR.pairs(wan), 20);
    TransferPlan small = large.withBytes(flow -> flow.bytes() / 2);
    Map<String, Double> planned = PlannedTimes.of(wan, Map.of("large", large, "small", small));
    assertThat(planned.get("small")).isCloseTo(10, within(0.01));
    assertThat(planned.get("large")).isCloseTo(30, within(0.01));
  }
}
