package dev.terra.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tests of the errors in matrices that the command reports before it connects to a controller. */
class SubmitCommandTest {
  @TempDir private Path folder;
  private final StringWriter text = new StringWriter();

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--controller", "127.0.0.1:1"));
    all.addAll(List.of(arguments));
    return new CommandLine(new SubmitCommand()).setErr(new PrintWriter(text)).execute(all.toArray(new String[0]));
  }

  private String matrix(String name, String id) throws IOException {
    String json = "{\"id\":\"" + id + "\",\"transfers\":[{\"from\":\"A\",\"to\":\"B\",\"bytes\":1,\"seed\":1}]}";
    return Files.writeString(folder.resolve(name), json).toString();
  }

  @Test
  void severalMatricesNeedDifferentIds() throws IOException {
    assertThat(run("--matrix", matrix("a.json", "same"), "--matrix", matrix("b.json", "same"))).isEqualTo(2);
    assertThat(text.toString()).contains("b.json").contains("same");
  }

  @Test
  void oneIdIsForOneMatrix() throws IOException {
    assertThat(run("--id", "mine", "--matrix", matrix("a.json", "a"), "--matrix", matrix("b.json", "b"))).isEqualTo(2);
    assertThat(text.toString()).contains("--id is for a single --matrix, got 2");
  }

  @Test
  void aControllerHasToBeNamed() throws IOException {
    assertThat(new CommandLine(new SubmitCommand()).setErr(new PrintWriter(text)).execute("--matrix", matrix("a.json", "a"))).isEqualTo(2);
    assertThat(text.toString()).contains("Missing required option: '--controller=HOST:PORT");
  }

  @Test
  void aDryRunPlansAndConnectsToNothing() throws IOException {
    Path wan = Files.writeString(folder.resolve("wan.yaml"), """
        name: pair
        sites: [{id: A}, {id: B}]
        links: [{between: [A, B], capacity: 1 Bps, latency: 1 ms, egressUsdPerGigabyte: 0.02}]
        """);
    StringWriter out = new StringWriter();
    assertThat(new CommandLine(new SubmitCommand()).setOut(new PrintWriter(out))
        .execute("--dry-run", wan.toString(), "--matrix", matrix("a.json", "a"))).isZero();
    assertThat(out.toString()).contains("pair: 0.000 GB in 1 bundles").contains("cheapest  1.000 s");
  }

  private String triangle() throws IOException {
    return Files.writeString(folder.resolve("triangle.yaml"), """
        name: priced
        sites: [{id: A}, {id: B}, {id: C}]
        links:
          - {between: [A, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.09}
          - {between: [A, C], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}
          - {between: [C, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}
        """).toString();
  }

  private String planned(String terms, String... options) throws IOException {
    Path matrix = Files.writeString(folder.resolve("terms.json"),
        "{" + terms + "\"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": \"10 GB\", \"seed\": 1}]}");
    List<String> all = new ArrayList<>(List.of("--dry-run", triangle(), "--matrix", matrix.toString()));
    all.addAll(List.of(options));
    StringWriter out = new StringWriter();
    assertThat(new CommandLine(new SubmitCommand()).setOut(new PrintWriter(out)).execute(all.toArray(new String[0]))).isZero();
    return out.toString();
  }

  @Test
  void aDryRunChoosesThePlanOfTheMatrixAndOfTheOptions() throws IOException {
    assertThat(planned("")).contains("fastest   40.000 s      0.6850").doesNotContain("chosen");
    assertThat(planned("\"usdPerHour\": 0, ")).contains("chosen    80.000 s      0.4215      1").contains("A to B  A:C:B  1.000 Gbps");
    assertThat(planned("\"maxUsd\": 0.55328, ")).contains("chosen    60.000 s      0.5533");
    assertThat(planned("\"maxUsd\": 0.1, ")).as("a soft budget that is too small").contains("chosen    80.000 s      0.4215");
    assertThat(planned("\"usdPerHour\": 0, ", "--value", "1000")).contains("chosen    40.000 s      0.6850");
    assertThat(planned("\"maxUsd\": 0.1, \"budget\": \"hard\", ", "--max-usd", "1")).contains("chosen    40.000 s      0.6850");
    assertThat(planned("", "--value", "0", "--json")).contains("\"chosen\"");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--value NaN | --value: the value of an hour in US dollars must be 0 to 1000000000, got NaN", "--value -1 | got -1.0",
      "--max-usd NaN | --max-usd: a budget of US dollars must be 0 to 1000000000, got NaN", "--max-usd 1e300 | got 1.0E300",
      "--weight 0 | --weight: expected a weight of 0.001 to 1000.0, got 0.0",
      "--priority 101 | --priority: expected a priority of -100 to 100, got 101",
      "--group a\tb | --group: a group of submitted shuffles has 1 to 200 characters",
      "--deadline -1 | --deadline: expected above 0 and below 1000000000, got -1.0", "--deadline NaN | got NaN"})
  void valuesThatAnOptionCannotHaveAreWrongArguments(String options, String problem) throws IOException {
    String[] words = options.split(" ");
    assertThat(run("--matrix", matrix("a.json", "a"), words[0], words[1])).isEqualTo(2);
    assertThat(text.toString()).contains(problem);
  }

  @Test
  void aDryRunSaysThatAHardBudgetIsTooSmall() throws IOException {
    Path wan = Files.writeString(folder.resolve("wan.yaml"), """
        name: pair
        sites: [{id: A}, {id: B}]
        links: [{between: [A, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}]
        """);
    assertThat(dryRun(wan, 0.01)).contains("refuses it: the hard budget of $ 0.01 is below $ 0.02108");
    assertThat(dryRun(wan, 0.03)).doesNotContain("refuses").contains("chosen    8.000 s      0.0211");
    JsonNode answer = new ObjectMapper().readTree(dryRun(wan, 0.01, "--json"));
    assertThat(answer.path("problem").asText()).startsWith("the hard budget of $ 0.01 is below $ 0.02108");
    assertThat(answer.path("points")).hasSize(1);
    assertThat(new ObjectMapper().readTree(dryRun(wan, 0.03, "--json")).path("chosen").path("seconds").asDouble()).isPositive();
  }

  private String dryRun(Path wan, double maxUsd, String... options) throws IOException {
    Path matrix = Files.writeString(folder.resolve("hard.json"),
        "{\"maxUsd\": " + maxUsd + ", \"budget\": \"hard\", \"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": 1000000000,"
            + " \"seed\": 1}]}");
    StringWriter out = new StringWriter();
    List<String> all = new ArrayList<>(List.of("--dry-run", wan.toString(), "--matrix", matrix.toString()));
    all.addAll(List.of(options));
    int exit = new CommandLine(new SubmitCommand()).setOut(new PrintWriter(out)).execute(all.toArray(new String[0]));
    assertThat(exit).isEqualTo(out.toString().contains("hard budget") ? 1 : 0);
    return out.toString();
  }
}
