package dev.terra.lab.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.cli.schedule.ScheduleCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchScheduleCommandTest {
  @TempDir
  private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void benchmarksMeasureCheckAndDump() throws IOException {
    CommandLine bench = new CommandLine(new BenchScheduleCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    Path dump = folder.resolve("dump");

    assertThat(bench.execute("--topology", "5:7", "--shuffles", "3", "--seconds", "0.2", "--dump", dump.toString(),
        "--json")).as(err.toString()).isZero();
    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.at("/roundMillis/p50").asDouble()).isPositive();
    assertThat(result.at("/referenceRoundMillis/p95").asDouble()).isPositive();
    assertThat(result.at("/eventMillis/p50").asDouble()).isPositive();
    assertThat(result.get("active").asInt()).isEqualTo(3);
    assertThat(result.get("maxRelativeDifferenceToReference").asDouble()).isLessThan(1e-6);

    out.getBuffer().setLength(0);
    JsonNode again = new ObjectMapper().readTree(dump.resolve("schedule-001.json").toFile());
    CommandLine schedule = new CommandLine(new ScheduleCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    assertThat(schedule.execute("--topology", dump.resolve("topology.yaml").toString(), "--shuffles",
        dump.resolve("shuffles-001.json").toString(), "--policy", "terra", "--json")).as(err.toString()).isZero();
    assertThat(new ObjectMapper().readTree(out.toString())).isEqualTo(again);

    assertThat(bench.execute("--topology", "5:7", "--check", "30")).isZero();
  }
}
