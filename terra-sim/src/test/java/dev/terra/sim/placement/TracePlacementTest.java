package dev.terra.sim.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TracePlacementTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  /** A WAN in which A and B are joined by 10 MB/s each way, and C with both by 1 MB/s. */
  private static final Wan WAN = wan();

  private static Wan wan() {
    List<Link> links = new ArrayList<>();
    for (String pair : List.of("AB10", "AC1", "BC1")) {
      LinkId id = LinkId.of(pair.substring(0, 1), pair.substring(1, 2));
      for (LinkId way : List.of(id, id.reversed())) {
        links.add(new Link(way, new Bandwidth(Integer.parseInt(pair.substring(2)) * 1e6), Duration.ofMillis(10), OptionalDouble.empty()));
      }
    }
    return new Wan("thin-c", List.of(Site.of("A"), Site.of("B"), Site.of("C")), links);
  }

  private static TraceJob job(List<Stage> stages, TraceShuffle... shuffles) {
    return new TraceJob("j", 0, stages, List.of(shuffles));
  }

  private static TraceJob placed(PlacementName name, TraceJob job) {
    return TracePlacement.of(new Trace("t", List.of(job), List.of()), WAN, name, 5).jobs().get(0);
  }

  private static final TraceJob SKEWED = job(
      List.of(new Stage("m", Map.of(A, 6, B, 3, C, 1)), new Stage("r", Map.of(C, 10)), new Stage("s", Map.of(C, 1))),
      TraceShuffle.even("m", "r", 100e6), TraceShuffle.even("r", "s", 10e6));

  @Test
  void stockIsTheTraceItself() {
    assertThat(placed(PlacementName.STOCK, SKEWED)).isSameAs(SKEWED);
  }

  @Test
  void tasksAreSpreadOverAllSitesInTurn() {
    assertThat(placed(PlacementName.BALANCED, SKEWED).stages()).extracting(Stage::tasksBySite)
        .containsExactly(Map.of(A, 6, B, 3, C, 1), Map.of(A, 4, B, 3, C, 3), Map.of(B, 1));
  }

  @Test
  void tasksGoWhereTheirInputIsAndTheNextStageAfterThem() {
    assertThat(placed(PlacementName.DATA, SKEWED).stages()).extracting(Stage::tasksBySite)
        .containsExactly(Map.of(A, 6, B, 3, C, 1), Map.of(A, 6, B, 3, C, 1), Map.of(A, 1));
  }

  @Test
  void terraKeepsTasksFromAThinSite() {
    TraceJob job = placed(PlacementName.TERRA, SKEWED);

    assertThat(job.stages().get(1).tasksBySite().getOrDefault(C, 0)).as("4.5 s for one task, 9 for two").isLessThanOrEqualTo(1);
    assertThat(job.stages().get(1).tasks()).isEqualTo(10);
    assertThat(job.shuffles()).isEqualTo(SKEWED.shuffles());
  }

  @Test
  void stagesThatReadTablesStayAndSoDoThoseWithoutBytes() {
    TraceJob job = job(List.of(new Stage("Map1", Map.of(A, 1)), new Stage("Map2", Map.of(C, 2)), new Stage("r", Map.of(B, 1))),
        TraceShuffle.even("Map1", "Map2", 5e6), TraceShuffle.even("Map2", "r", 0));

    assertThat(placed(PlacementName.DATA, job)).isEqualTo(job);
  }

  @Test
  void aMatrixKeepsItsRowsAndItsBytes() {
    TraceJob job = job(List.of(new Stage("m", Map.of(A, 1, B, 1)), new Stage("r", Map.of(C, 4))),
        TraceShuffle.of("m", "r", List.of(new SiteBytes(A, C, 30e6, 4), new SiteBytes(B, C, 10e6, 4))));

    TraceShuffle shuffle = placed(PlacementName.DATA, job).shuffles().get(0);

    assertThat(shuffle.bytes()).isEqualTo(40e6);
    assertThat(shuffle.matrix().stream().mapToDouble(SiteBytes::bytes).sum()).isCloseTo(40e6, within(1e-3));
    assertThat(shuffle.matrix()).contains(new SiteBytes(A, A, 22.5e6, 3), new SiteBytes(B, A, 7.5e6, 3));
  }

  @Test
  void otherNamesAreRefused() {
    assertThatThrownBy(() -> PlacementName.of("best")).hasMessageContaining("'best'");
    assertThat(PlacementName.of("terra")).isEqualTo(PlacementName.TERRA);
  }
}
