package dev.terra.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.RandomTopology;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TraceReadersTest {
  private static final String TEXT = """
      # two good jobs, and two bad ones between them
      2 first 0.5
      Map 3 HK HK NY
      Reduce 2 LA HK   # a comment
      1
      Map Reduce 600 30

      # the count of tasks is wrong
      2 bad 1
      Map 2 HK
      Reduce 1 LA
      1
      Map Reduce 600
      # a circle
      2 circle 1
      Map 1 HK
      Reduce 1 LA
      2
      Map Reduce 600
      Reduce Map 600
      1 last 7
      Only 1 HK
      0
      """;

  @Test
  void readsTheLineFormatAndSkipsWhatItCannotRead() {
    Trace trace = Traces.parse("t.txt", TEXT);
    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly("first", "last");
    assertThat(trace.problems()).hasSize(2);
    assertThat(trace.problems().get(0)).contains("line 10", "Map", "1 sites for 2 tasks");
    assertThat(trace.problems().get(1)).contains("circle");
    TraceJob first = trace.jobs().get(0);
    TraceShuffle shuffle = first.shuffles().get(0);
    assertThat(shuffle.deadlineSeconds()).hasValue(30);
    List<SiteBytes> bySites = shuffle.bySites(first.stage("Map"), first.stage("Reduce"));
    assertThat(bySites).containsExactlyInAnyOrder(
        new SiteBytes(new SiteId("HK"), new SiteId("HK"), 200e6, 2), new SiteBytes(new SiteId("HK"), new SiteId("LA"), 200e6, 2),
        new SiteBytes(new SiteId("NY"), new SiteId("HK"), 100e6, 1), new SiteBytes(new SiteId("NY"), new SiteId("LA"), 100e6, 1));
  }

  @Test
  void ourOwnFormatComesBackAsItWas() {
    Wan wan = RandomTopology.generate(6, 9, 4);
    Trace trace = TraceGenerator.generate(wan,
        new TraceGenerator.Spec(20, OptionalDouble.of(1), TraceGenerator.Shape.DAG, 1e9, 3), t -> 100);
    assertThat(Traces.parse("x.json", Traces.toJson(trace))).isEqualTo(trace);
    List<Stage> timed =
        List.of(new Stage("s0", Map.of(new SiteId("A"), 1), OptionalDouble.of(2.5)), new Stage("s1", Map.of(new SiteId("B"), 1)));
    Trace matrix = new Trace("m", List.of(new TraceJob("1", 0, timed, List.of(TraceShuffle.of("s0", "s1",
        List.of(new SiteBytes(new SiteId("A"), new SiteId("B"), 5, 2)))))), List.of());
    assertThat(Traces.parse("x.json", Traces.toJson(matrix))).isEqualTo(matrix);
  }

  @Test
  void theGeneratorFollowsItsSeedAndLoad() {
    Wan wan = RandomTopology.generate(6, 9, 4);
    TraceGenerator.Spec spec = new TraceGenerator.Spec(500, OptionalDouble.of(0.5), TraceGenerator.Shape.COFLOW, 1e9, 3);
    Trace trace = TraceGenerator.generate(wan, spec, t -> 100);
    assertThat(trace).isEqualTo(TraceGenerator.generate(wan, spec, t -> 100));
    assertThat(trace.jobs().get(499).arrivalSeconds()).isBetween(170.0, 230.0);
    assertThat(trace).isNotEqualTo(TraceGenerator.generate(wan,
        new TraceGenerator.Spec(500, OptionalDouble.of(0.5), TraceGenerator.Shape.COFLOW, 1e9, 4), t -> 100));
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> Traces.parse("x.json", "{\"format\": \"other\", \"version\": 1, \"jobs\": []}"))
        .isInstanceOf(TraceException.class).hasMessageContaining("terra-trace");
    assertThatThrownBy(() -> Traces.parse("x.json", "{\"format\": \"terra-trace\", \"version\": 1, \"jobs\": [], \"x\": 1}"))
        .isInstanceOf(TraceException.class).hasMessageContaining("\"x\"");
    Trace trace = Traces.parse("t.txt", TEXT);
    assertThatThrownBy(() -> trace.at(RandomTopology.generate(3, 2, 1))).hasMessageContaining("unknown site HK");
    assertThatThrownBy(() -> trace.scaled(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
