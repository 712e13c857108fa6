package dev.terra.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests with 10 GB from A to B at 1 Gbit/s, 10.54 GB with headers. A gigabyte costs 9 cents on the direct link and 4 cents over C. */
class PlanCommandTest {
  private MatrixRun run;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    run = new MatrixRun(PlanCommand::new, folder, """
        name: priced
        sites: [{id: A}, {id: B}, {id: C}]
        links:
          - {between: [A, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.09}
          - {between: [A, C], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}
          - {between: [C, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}
        """, """
        {"transfers": [{"from": "A", "to": "B", "bytes": "6 GB"}, {"from": "A", "to": "B", "bytes": 4000000000, "seed": 1},
         {"from": "A", "to": "A", "bytes": 5}]}
        """);
  }

  @Test
  void theCurveAndThePathsOfTheChosenPlanArePrinted() {
    assertThat(run.of("--value", "0", "--points", "3")).as(run.err()).isZero();
    assertThat(run.out()).isEqualToNormalizingNewlines("""
        priced: 10.000 GB in 1 bundles
        PLAN          TIME  US DOLLARS  PATHS
        fastest   40.000 s      0.6850      2
        between   60.000 s      0.5533      2
        cheapest  80.000 s      0.4215      1
        chosen    80.000 s      0.4215      1

        BUNDLE  PATH         RATE    SHARE
        A to B  A:C:B  1.000 Gbps  100.0 %
        """);
  }

  @Test
  void aBudgetChoosesThePlanThatItPaysFor() throws IOException {
    assertThat(run.of("--max-usd", "0.55328", "--json")).as(run.err()).isZero();
    JsonNode answer = new ObjectMapper().readTree(run.out());
    assertThat(answer.path("chosen").path("seconds").asDouble()).isCloseTo(60, within(1e-3));
    assertThat(answer.path("chosen").path("usd").asDouble()).isLessThanOrEqualTo(0.55328);
    assertThat(answer.path("points")).hasSize(5);
    assertThat(answer.path("points").get(0).path("bundles").get(0).path("rates")).hasSize(2);
  }

  @Test
  void aBudgetThatCannotBeKeptIsAProblemInTextAndInJson() throws IOException {
    assertThat(run.of("--max-usd", "0.41", "--json")).isEqualTo(1);
    JsonNode answer = new ObjectMapper().readTree(run.out());
    assertThat(answer.path("problem").asText())
        .isEqualTo("the hard budget of $ 0.41 is below $ 0.4216, what it costs on the cheapest paths");
    assertThat(answer.path("points")).hasSize(5);
    assertThat(answer.has("chosen")).isFalse();
    assertThat(run.err()).contains("plan: the hard budget of $ 0.41 is below $ 0.4216");
    assertThat(run.of("--max-usd", "0.41", "--soft")).as(run.err()).isZero();
    assertThat(run.out()).contains("chosen    80.000 s      0.4215");
  }

  @Test
  void aBudgetBoundsThePlanOfAValueOfTime() {
    assertThat(run.of("--value", "1000", "--max-usd", "0.55328", "--points", "3")).as(run.err()).isZero();
    assertThat(run.out()).contains("chosen    60.000 s      0.5533");
    assertThat(run.of("--value", "0", "--max-usd", "0.55328", "--points", "3")).as(run.err()).isZero();
    assertThat(run.out()).contains("chosen    80.000 s      0.4215");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--points 2 | --points: expected 3 to 10, got 2", "--points 11 | --points: expected 3 to 10, got 11",
      "--k 0 | --k: the number of paths per pair is 1 to 64, got 0", "--k 65 | --k: the number of paths per pair is 1 to 64, got 65",
      "--value -1 | --value: the value of an hour in US dollars must be 0 to 1000000000, got -1.0", "--value NaN | got NaN",
      "--value 1e300 | must be 0 to 1000000000, got 1.0E300", "--max-usd 1e300 | must be 0 to 1000000000, got 1.0E300",
      "--max-usd -1 | --max-usd: a budget of US dollars must be 0 to 1000000000, got -1.0", "--max-usd NaN | got NaN",
      "--max-usd Infinity | got Infinity", "--soft | --soft: expected --max-usd with it"})
  void valuesThatAnOptionCannotHaveAreWrongArguments(String options, String problem) {
    assertThat(run.of(options.split(" "))).isEqualTo(2);
    assertThat(run.err()).contains(problem);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void matricesThatCannotBePlannedAreNamed() throws IOException {
    run.matrix("{\"transfers\": [{\"from\": \"A\", \"to\": \"X\", \"bytes\": 1}]}");
    assertThat(run.of()).isEqualTo(1);
    assertThat(run.err()).contains("transfer number 1").contains("unknown site X; priced has [A, B, C]");
    run.matrix("{\"transfers\": []}");
    assertThat(run.of()).isEqualTo(1);
    assertThat(run.err()).contains("at least one byte from one site to another");
  }
}
