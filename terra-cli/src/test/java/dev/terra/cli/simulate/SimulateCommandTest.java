package dev.terra.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {
  private static final String TRACE = "generate:jobs=12,load=1.2,shape=dag,gigabytes=0.1";

  @TempDir
  private Path directory;
  private String topology;

  @BeforeEach
  void writeTopology() throws IOException {
    topology = Files.writeString(directory.resolve("t.yaml"), """
        name: square
        sites: [{id: A}, {id: B}, {id: C}, {id: D}]
        links:
          - {between: [A, B], capacity: 1 Gbps, latency: 1 ms}
          - {between: [B, C], capacity: 1 Gbps, latency: 1 ms}
          - {between: [C, D], capacity: 1 Gbps, latency: 1 ms}
          - {between: [D, A], capacity: 1 Gbps, latency: 1 ms}
        """).toString();
  }

  private static String run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(command).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    if (code != 0) {
      throw new IllegalStateException(err.toString());
    }
    return out.toString();
  }

  @Test
  void printsTheSameJsonTwice() throws IOException {
    String[] arguments = {"--topology", topology, "--trace", TRACE, "--policy", "default,terra-plus,bound", "--json",
        "--no-timings", "--seed", "3"};
    String first = run(new SimulateCommand(), arguments);
    assertThat(first).isEqualTo(run(new SimulateCommand(), arguments));
    JsonNode json = new ObjectMapper().readTree(first);
    assertThat(json.get("topology").asText()).isEqualTo("square");
    assertThat(json.get("unparsedJobs").asInt()).isZero();
    assertThat(json.get("runs")).hasSize(3);
    JsonNode bound = json.get("runs").get(2);
    for (JsonNode run : json.get("runs")) {
      assertThat(run.get("jobs").asInt()).isEqualTo(12);
      assertThat(run.get("jctSeconds").get("avg").asDouble())
          .isGreaterThanOrEqualTo(bound.get("jctSeconds").get("avg").asDouble());
      assertThat(run.has("wallSeconds")).isFalse();
    }
  }

  @Test
  void printsEveryShuffleUnderEveryPolicy() throws IOException {
    Path trace = Files.writeString(directory.resolve("two.json"), """
        {"format": "terra-trace", "version": 1, "name": "two", "jobs": [
          {"id": "late", "arrivalSeconds": 2, "stages": [{"name": "m", "tasks": {"A": 1}}, {"name": "r", "tasks": {"B": 1}}],
            "shuffles": [{"from": "m", "to": "r", "bytes": 500000000}]},
          {"id": "early", "arrivalSeconds": 1, "stages": [{"name": "m", "tasks": {"C": 1}}, {"name": "r", "tasks": {"D": 1}}],
            "shuffles": [{"from": "m", "to": "r", "bytes": 250000000}]}]}
        """);
    List<String> arguments = List.of("--topology", topology, "--trace", trace.toString(), "--compute", "off", "--policy", "default,bound",
        "--shuffles");
    assertThat(run(new SimulateCommand(), arguments.toArray(String[]::new)).lines().filter(line -> line.contains("/r"))).satisfiesExactly(
        line -> assertThat(line).startsWith("early/r").contains("1.00", "250.0", "2.00"),
        line -> assertThat(line).startsWith("late/r").contains("2.00", "500.0", "4.00"));
    String[] withJson = Stream.concat(arguments.stream(), Stream.of("--json")).toArray(String[]::new);
    JsonNode json = new ObjectMapper().readTree(run(new SimulateCommand(), withJson));
    assertThat(json.at("/shuffles/default/0/id").asText()).isEqualTo("early/r");
    assertThat(json.at("/shuffles/default/1/finishSeconds").asDouble()).isCloseTo(6, within(1e-6));
    assertThat(json.at("/shuffles/bound")).hasSize(2);
  }

  @Test
  void writesAPageAndReadsWhatItWrote() throws IOException {
    Path trace = directory.resolve("trace.json");
    run(new TraceCommand(), "--topology", topology, "--from", TRACE, "--out", trace.toString());
    Path page = directory.resolve("page.html");
    String table = run(new SimulateCommand(), "--topology", topology, "--trace", trace.toString(), "--html", page.toString());
    assertThat(table).contains("terra-plus");
    assertThat(page).content().startsWith("<!DOCTYPE html>").contains("<script", "uplot", "Shuffles under terra").doesNotContain("http");
  }

  @Test
  void sweepsAParameter() throws IOException {
    JsonNode json = new ObjectMapper().readTree(run(new SweepCommand(), "--topology", topology, "--trace", TRACE,
        "--policy", "terra", "--parameter", "k", "--values", "1,2", "--json"));
    assertThat(json.get("points")).hasSize(2);
    assertThat(json.get("points").get(1).get("value").asDouble()).isEqualTo(2);
  }

  @Test
  void refusesUnknownNames() {
    assertThatThrownBy(() -> run(new SimulateCommand(), "--topology", topology, "--trace", TRACE, "--policy", "fifo"))
        .hasMessageContaining("unknown policy 'fifo'");
    assertThatThrownBy(() -> run(new SimulateCommand(), "--topology", topology, "--trace", TRACE, "--compute", "fast"))
        .hasMessageContaining("paper, authors or off");
    assertThatThrownBy(() -> run(new SweepCommand(), "--topology", topology, "--trace", TRACE, "--parameter", "x", "--values", "1"))
        .hasMessageContaining("unknown parameter 'x'");
  }
}
