package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.TransferPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BulkPlanTest {
  private static final Wan PAIR = new Wan("pair", List.of(Site.of("A"), Site.of("B")),
      Stream.of(LinkId.of("A", "B"), LinkId.of("B", "A"))
          .map(id -> new Link(id, new Bandwidth(1e6), Duration.ofMillis(1), OptionalDouble.empty())).toList());
  private static final TransferPlan TEN_SECONDS = TransferPlan.lasting(PAIR, Pattern.ALL_TO_ALL.pairs(PAIR), 10);
  private static final double PLANNED_SECONDS = 20 * Payload.SHARE / Payload.PLANNED_SHARE;

  private static JsonNode links(double left) throws Exception {
    return new ObjectMapper().readTree("""
        [{"from": "A", "to": "B", "nominalBytesPerSecond": 1e6, "leftBytesPerSecond": %s},
         {"from": "B", "to": "A", "nominalBytesPerSecond": 1e6, "leftBytesPerSecond": 0}]""".formatted(left));
  }

  @Test
  void plansThatLeaveNothingTakeWhatTheyMayOfLinks() {
    assertThat(BulkPlan.seconds(PAIR, Map.of(), Map.of("one", TEN_SECONDS, "other", TEN_SECONDS))).isCloseTo(PLANNED_SECONDS, within(.1));
  }

  @Test
  void bulkTakesAsMuchLongerAsPlansLeave() throws Exception {
    BulkPlan plan = new BulkPlan();
    plan.note(links(0));
    plan.note(links(400_000));
    assertThat(plan.left().get(LinkId.of("A", "B"))).isEqualTo(200_000);
    assertThat(BulkPlan.seconds(PAIR, plan.left(), Map.of("one", TEN_SECONDS, "other", TEN_SECONDS)))
        .isCloseTo(PLANNED_SECONDS / .8, within(.1));
  }

  @Test
  void plansLeaveHalfOfALinkAtMost() throws Exception {
    BulkPlan plan = new BulkPlan();
    plan.note(links(900_000));
    assertThat(plan.left().get(LinkId.of("A", "B"))).isEqualTo(500_000);
  }
}
