package dev.terra.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.RandomTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceReadersTest {
  private static Trace parse(String name, String text) {
    return Traces.parse(Path.of(name), text, List.of(new SiteId("HK"), new SiteId("LA"), new SiteId("NY")));
  }

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
    Trace trace = parse("t.txt", TEXT);
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
    assertThat(parse("x.json", Traces.toJson(trace))).isEqualTo(trace);
    List<Stage> timed =
        List.of(new Stage("s0", Map.of(new SiteId("A"), 1), OptionalDouble.of(2.5)), new Stage("s1", Map.of(new SiteId("B"), 1)));
    Trace matrix = new Trace("m", List.of(new TraceJob("1", 0, timed, List.of(TraceShuffle.of("s0", "s1",
        List.of(new SiteBytes(new SiteId("A"), new SiteId("B"), 5, 2)))))), List.of());
    assertThat(parse("x.json", Traces.toJson(matrix))).isEqualTo(matrix);
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
    assertThatThrownBy(() -> parse("x.json", "{\"format\": \"other\", \"version\": 1, \"jobs\": []}"))
        .isInstanceOf(ConfigException.class).hasMessageContaining("terra-trace");
    assertThatThrownBy(() -> parse("x.json", "{\"format\": \"terra-trace\", \"version\": 1, \"jobs\": [], \"x\": 1}"))
        .isInstanceOf(ConfigException.class).hasMessageContaining("\"x\"");
    Trace trace = parse("t.txt", TEXT);
    assertThatThrownBy(() -> trace.at(RandomTopology.generate(3, 2, 1))).hasMessageContaining("unknown site HK");
    assertThatThrownBy(() -> trace.scaled(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static String json(String job) {
    return "{\"format\": \"terra-trace\", \"version\": 1, \"jobs\": [" + job + "]}";
  }

  private static String job(String shuffleKeys) {
    return "{\"id\": \"1\", \"arrivalSeconds\": 0, \"stages\": [{\"name\": \"m\", \"tasks\": {\"HK\": 1}},"
        + " {\"name\": \"r\", \"tasks\": {\"LA\": 1}}],\n \"shuffles\": [{\"from\": \"m\", \"to\": \"r\", " + shuffleKeys + "}]}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"bytes\": 1, \"bytes\": 2", "\"bytes\": 1, \"deadlineSeconds\": true", "\"bytes\": \"5\"", "\"bytes\": NaN",
      "\"bytes\": Infinity", "\"bytes\": 1, \"deadlineSeconds\": \"soon\""})
  void whatIsOfTheWrongKindIsAnErrorWithItsLine(String keys) {
    assertThat(parse("x.json", json(job("\"bytes\": 1"))).jobs()).hasSize(1);
    assertThatThrownBy(() -> parse("x.json", json(job(keys)))).isInstanceOf(ConfigException.class).hasMessageStartingWith("x.json:2: ");
  }

  @Test
  void textAfterTheEndIsAnErrorAndAByteOrderMarkIsNot(@TempDir Path folder) throws IOException {
    String good = json(job("\"bytes\": 1"));
    assertThatThrownBy(() -> parse("x.json", good + " {}")).isInstanceOf(ConfigException.class).hasMessageContaining("x.json:2");
    Trace endless = parse("x.json", json(job("\"bytes\": 1e999")));
    assertThat(endless.jobs()).isEmpty();
    assertThat(endless.problems()).first().asString().contains("got Infinity");
    Path marked = Files.writeString(folder.resolve("marked.json"), "\uFEFF" + good);
    assertThat(Traces.load(marked, List.of()).jobs()).hasSize(1);
    Path text = Files.writeString(folder.resolve("marked.txt"), "\uFEFF" + TEXT);
    assertThat(Traces.load(text, List.of()).jobs()).hasSize(2);
    Path none = folder.resolve("none.json");
    assertThatThrownBy(() -> Traces.load(none, List.of())).hasMessage(none + ": no such file");
  }

  @Test
  void racksOfTheCoflowBenchmarkAreDealtToSites() {
    Trace trace = parse("fb.txt", "6 3\n1 0 2 0 3 2 1:10.0 5:1\n7 1500 1 4 1 4:2\n8 3 1 2 2 3:1\n");

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly("1", "7");
    assertThat(trace.problems()).hasSize(1).first().asString().contains("line 4", "2 reducers", "got 6");
    TraceJob first = trace.jobs().get(0);
    assertThat(first.stage("map").tasksBySite()).isEqualTo(Map.of(new SiteId("HK"), 2));
    assertThat(first.shuffles().get(0).matrix()).containsExactly(
        new SiteBytes(new SiteId("HK"), new SiteId("LA"), 10e6, 2), new SiteBytes(new SiteId("HK"), new SiteId("NY"), 1e6, 2));
    assertThat(first.shuffles().get(0).bytes()).isEqualTo(11e6);
    assertThat(trace.jobs().get(1).arrivalSeconds()).isEqualTo(1.5);
    assertThat(parse("fb.json", Traces.toJson(trace)).jobs()).isEqualTo(trace.jobs());
  }

  @Test
  void aCoflowBenchmarkWithoutSitesOrWithMissingLinesSaysSo() {
    assertThatThrownBy(() -> Traces.parse(Path.of("fb.txt"), "2 1\n1 0 1 0 1 1:1\n", List.of())).hasMessageContaining("--sites");
    assertThat(parse("fb.txt", "2 2\n1 0 1 0 1 1:1\n").problems()).hasSize(1).first().asString().contains("expected 2 coflows, got 1");
    assertThat(parse("fb.txt", "2 1\n1 0 1 0 1 1:-1\n").problems()).first().asString().contains("at least 0, got '-1'");
  }
}
