package dev.terra.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchBoundCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void comparesPoliciesWithTheOptimum() throws IOException {
    CommandLine bound = new CommandLine(new BenchBoundCommand()).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    assertThat(bound.execute("--instances", "2", "--policy", "terra-plus", "--json", "--no-timings")).as(err.toString()).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.get("exactBounds").asInt()).isEqualTo(2);
    assertThat(json.get("ratioToBound").get("terra-plus").get("p50").asDouble()).isBetween(1 - 1e-6, 1.5);
  }
}
