package dev.terra.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** 10 GB from A to B at 1 Gbps: 9 cents a gigabyte on the direct link, 4 over C. */
class PlanCommandTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path topology;
  private Path matrix;

  @BeforeEach
  void write() throws IOException {
    topology = Files.writeString(folder.resolve("wan.yaml"), """
        name: priced
        sites: [{id: A}, {id: B}, {id: C}]
        links:
          - {between: [A, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.09}
          - {between: [A, C], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}
          - {between: [C, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}
        """);
    matrix = Files.writeString(folder.resolve("matrix.json"), """
        {"transfers": [{"from": "A", "to": "B", "bytes": "6 GB"}, {"from": "A", "to": "B", "bytes": 4000000000, "seed": 1},
         {"from": "A", "to": "A", "bytes": 5}]}
        """);
  }

  private int run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("--topology", topology.toString(), "--matrix", matrix.toString()));
    arguments.addAll(List.of(more));
    return new CommandLine(new PlanCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
        .setExecutionExceptionHandler((exception, command, result) -> {
          command.getErr().println(Failures.inWords(exception));
          return 1;
        }).execute(arguments.toArray(new String[0]));
  }

  @Test
  void theCurveAndThePathsOfTheChosenPlanArePrinted() {
    assertThat(run("--value", "0", "--points", "3")).as(err.toString()).isZero();
    assertThat(out.toString()).isEqualToNormalizingNewlines("""
        priced: 10.000 GB in 1 bundles
        PLAN          TIME  US DOLLARS
        fastest   40.000 s      0.6500
        between   60.000 s      0.5250
        cheapest  80.000 s      0.4000
        chosen    80.000 s      0.4000

        BUNDLE  PATH         RATE    SHARE
        A to B  A:C:B  1.000 Gbps  100.0 %
        """);
  }

  @Test
  void aBudgetChoosesThePlanThatItPaysFor() throws IOException {
    assertThat(run("--max-usd", "0.525", "--json")).as(err.toString()).isZero();
    JsonNode answer = new ObjectMapper().readTree(out.toString());
    assertThat(answer.path("chosen").path("seconds").asDouble()).isCloseTo(60, within(1e-6));
    assertThat(answer.path("chosen").path("usd").asDouble()).isLessThanOrEqualTo(0.525);
    assertThat(answer.path("points")).hasSize(5);
    assertThat(answer.path("points").get(0).path("bundles").get(0).path("rates")).hasSize(2);
  }

  @Test
  void whatCannotBeMeantIsSaid() throws IOException {
    assertThat(run("--max-usd", "0.1")).isEqualTo(1);
    assertThat(err.toString()).contains("the cheapest plan costs $ 0.4", "the budget of $ 0.1");
    assertThat(run("--max-usd", "1", "--value", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("expected --value or --max-usd, not both");
    assertThat(run("--points", "11")).isEqualTo(1);
    assertThat(err.toString()).contains("3 to 10 points");
    matrix = Files.writeString(folder.resolve("other.json"), "{\"transfers\": [{\"from\": \"A\", \"to\": \"X\", \"bytes\": 1}]}");
    assertThat(run()).isEqualTo(1);
    assertThat(err.toString()).contains("transfer number 1").contains("unknown site X; priced has [A, B, C]");
    matrix = Files.writeString(folder.resolve("none.json"), "{\"transfers\": []}");
    assertThat(run()).isEqualTo(1);
    assertThat(err.toString()).contains("at least one byte from one site to another");
  }
}
