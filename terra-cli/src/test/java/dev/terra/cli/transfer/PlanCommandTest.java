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

/** 10 GB from A to B at 1 Gbps: 9 cents a gigabyte on the direct link, 4 over C. */
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
        fastest   40.000 s      0.6500      2
        between   60.000 s      0.5250      2
        cheapest  80.000 s      0.4000      1
        chosen    80.000 s      0.4000      1

        BUNDLE  PATH         RATE    SHARE
        A to B  A:C:B  1.000 Gbps  100.0 %
        """);
  }

  @Test
  void aBudgetChoosesThePlanThatItPaysFor() throws IOException {
    assertThat(run.of("--max-usd", "0.525", "--json")).as(run.err()).isZero();
    JsonNode answer = new ObjectMapper().readTree(run.out());
    assertThat(answer.path("chosen").path("seconds").asDouble()).isCloseTo(60, within(1e-6));
    assertThat(answer.path("chosen").path("usd").asDouble()).isLessThanOrEqualTo(0.525);
    assertThat(answer.path("points")).hasSize(5);
    assertThat(answer.path("points").get(0).path("bundles").get(0).path("rates")).hasSize(2);
  }

  @Test
  void whatCannotBeMeantIsSaid() throws IOException {
    assertThat(run.of("--max-usd", "0.1")).isEqualTo(1);
    assertThat(run.err()).contains("the cheapest plan costs $ 0.4", "the budget of $ 0.1");
    assertThat(run.of("--max-usd", "0.1", "--soft")).as(run.err()).isZero();
    assertThat(run.out()).contains("chosen    80.000 s      0.4000");
    assertThat(run.of("--max-usd", "1", "--value", "1")).isEqualTo(2);
    assertThat(run.err()).contains("expected --value or --max-usd, not both");
    assertThat(run.of("--points", "11")).isEqualTo(1);
    assertThat(run.err()).contains("3 to 10 points");
    run.matrix("{\"transfers\": [{\"from\": \"A\", \"to\": \"X\", \"bytes\": 1}]}");
    assertThat(run.of()).isEqualTo(1);
    assertThat(run.err()).contains("transfer number 1").contains("unknown site X; priced has [A, B, C]");
    run.matrix("{\"transfers\": []}");
    assertThat(run.of()).isEqualTo(1);
    assertThat(run.err()).contains("at least one byte from one site to another");
  }
}
