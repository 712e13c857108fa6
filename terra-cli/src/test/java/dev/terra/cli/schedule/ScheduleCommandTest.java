package dev.terra.cli.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ScheduleCommandTest {
  private static final String SWAN = "../topologies/swan.yaml";

  @TempDir
  private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine commandLine = new CommandLine(new ScheduleCommand())
        .setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
        .setExecutionExceptionHandler((exception, command, result) -> {
          command.getErr().println(exception.getMessage());
          return 1;
        });
    return commandLine.execute(arguments);
  }

  private JsonNode schedule(String topology, String shuffles, String... more) throws IOException {
    Path file = folder.resolve("shuffles.json");
    Files.writeString(file, shuffles);
    List<String> arguments = new ArrayList<>(List.of("--topology", topology, "--shuffles", file.toString(), "--json"));
    arguments.addAll(List.of(more));
    assertThat(run(arguments.toArray(new String[0]))).as(err.toString()).isZero();
    return new ObjectMapper().readTree(out.toString());
  }

  private static String bundles(String... bundles) {
    return "{\"shuffles\":[{\"id\":\"s\",\"bundles\":[" + String.join(",", bundles) + "]}]}";
  }

  private static String bundle(String from, String to, String bytes) {
    return "{\"src\":\"" + from + "\",\"dst\":\"" + to + "\",\"bytes\":" + bytes + "}";
  }

  @Test
  void aScheduleHasTheDocumentedShape() throws IOException {
    JsonNode result = schedule(SWAN, bundles(bundle("HK", "LA", "640000000"), bundle("LA", "HK", "0")));

    assertThat(result.get("policy").asText()).isEqualTo("terra-plus");
    JsonNode shuffle = result.get("shuffles").get(0);
    assertThat(shuffle.get("id").asText()).isEqualTo("s");
    assertThat(shuffle.get("admitted").asBoolean()).isTrue();
    assertThat(shuffle.get("gammaSeconds").asDouble()).isCloseTo(0.5, within(1e-6));
    JsonNode rate = shuffle.get("bundles").get(0).get("rates").get(0);
    assertThat(rate.get("path").get(0).asText()).isEqualTo("HK");
    assertThat(rate.get("bytesPerSecond").asDouble()).isCloseTo(640e6, within(1.0));
    assertThat(rate.get("plannedBytesPerSecond").asDouble()).isCloseTo(640e6, within(1.0));
    assertThat(shuffle.get("bundles").get(1).get("rates")).isEmpty();
    assertThat(result.get("links")).hasSize(14);
    assertThat(result.get("links").get(0).get("capacityBytesPerSecond").asDouble()).isEqualTo(640e6);
    assertThat(result.get("links").get(0).get("allocatedBytesPerSecond").asDouble()).isCloseTo(640e6, within(1.0));
  }

  @Test
  void noShufflesIsAValidInput() throws IOException {
    JsonNode result = schedule(SWAN, "{\"shuffles\":[]}");
    assertThat(result.get("shuffles")).isEmpty();
    assertThat(result.get("links")).hasSize(14);
  }

  @Test
  void aMatrixCollapsesToBundles() throws IOException {
    JsonNode result = schedule(SWAN, """
        {"shuffles":[{"id":"m","hosts":{"h1":"HK","h2":"HK","l1":"LA"},
          "matrix":[{"from":"h1","to":"l1","bytes":5},{"from":"h2","to":"l1","bytes":7},{"from":"h1","to":"h2","bytes":9}]}]}
        """);
    JsonNode bundles = result.get("shuffles").get(0).get("bundles");
    assertThat(bundles).hasSize(1);
    assertThat(bundles.get(0).get("bytes").asLong()).isEqualTo(12);
  }

  @Test
  void eachPairOfHostsWithBytesIsOneFlow() throws IOException {
    String hosts = "{\"shuffles\":[{\"id\":\"m\",\"hosts\":{\"h1\":\"HK\",\"h2\":\"HK\",\"l1\":\"LA\"},\"matrix\":[%s]},"
        + "{\"id\":\"n\",\"bundles\":[" + bundle("HK", "LA", "1000000000000") + "]}]}";
    String two = "{\"from\":\"h1\",\"to\":\"l1\",\"bytes\":500000000000},{\"from\":\"h2\",\"to\":\"l1\",\"bytes\":500000000000}";
    String one = "{\"from\":\"h1\",\"to\":\"l1\",\"bytes\":500000000000},{\"from\":\"h1\",\"to\":\"l1\",\"bytes\":500000000000},"
        + "{\"from\":\"h2\",\"to\":\"l1\",\"bytes\":0}";

    JsonNode shared = schedule(SWAN, hosts.formatted(two), "--policy", "default").get("shuffles");
    assertThat(rate(shared.get(0))).isCloseTo(2 * rate(shared.get(1)), within(1.0));
    out.getBuffer().setLength(0);
    JsonNode even = schedule(SWAN, hosts.formatted(one), "--policy", "default").get("shuffles");
    assertThat(rate(even.get(0))).isCloseTo(rate(even.get(1)), within(1.0));
  }

  private static double rate(JsonNode shuffle) {
    return shuffle.get("bundles").get(0).get("rates").get(0).get("bytesPerSecond").asDouble();
  }

  @Test
  void aMatrixBeyondALongIsRefused() throws IOException {
    Path file = folder.resolve("shuffles.json");
    Files.writeString(file, """
        {"shuffles":[{"id":"m","hosts":{"h1":"HK","h2":"HK","l1":"LA"},
          "matrix":[{"from":"h1","to":"l1","bytes":9223372036854775807},{"from":"h2","to":"l1","bytes":1}]}]}
        """);

    assertThat(run("--topology", SWAN, "--shuffles", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("from h2 to l1: the bytes from HK to LA exceed 2^63 - 1 together").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"terra", "terra-plus", "default", "parallel-tcp", "mptcp", "varys", "siphon", "scheduling-only",
      "multipath-only"})
  void everyPolicyCanBeNamed(String policy) throws IOException {
    String input = bundles(bundle("HK", "BA", "4611686018427387904"), bundle("HK", "BA", "1"), bundle("LA", "BA", "1"));
    JsonNode result = schedule(SWAN, input, "--policy", policy, "--k", "3");
    assertThat(result.get("policy").asText()).isEqualTo(policy);
    assertThat(result.get("shuffles").get(0).get("bundles")).hasSize(2);
  }

  @Test
  void solversAndPathLimitsAgree() throws IOException {
    String input = bundles(bundle("HK", "BA", "123456789"), bundle("NY", "LA", "987654321"));
    double gamma = schedule(SWAN, input).get("shuffles").get(0).get("gammaSeconds").asDouble();
    for (String[] more : new String[][] {{"--solver", "ortools"}, {"--k", "all"}}) {
      out.getBuffer().setLength(0);
      assertThat(schedule(SWAN, input, more).get("shuffles").get(0).get("gammaSeconds").asDouble())
          .isCloseTo(gamma, within(1e-6 * gamma));
    }
  }

  @Test
  void anUnconnectedBundleIsNamedAndDoesNotStopTheOthers() throws IOException {
    Path islands = folder.resolve("islands.yaml");
    Files.writeString(islands, """
        name: islands
        sites: [{id: A}, {id: B}, {id: C}]
        links: [{between: [A, B], capacity: 1 Gbps, latency: 1 ms}]
        """);

    JsonNode shuffle = schedule(islands.toString(), bundles(bundle("A", "C", "5"), bundle("A", "B", "5")))
        .get("shuffles").get(0);

    assertThat(shuffle.get("problem").asText()).isEqualTo("no path for bundle A:C");
    assertThat(shuffle.get("gammaSeconds").isNull()).isTrue();
    assertThat(shuffle.get("bundles").get(1).get("rates").get(0).get("bytesPerSecond").asDouble()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {
      "{\"src\":\"HK\",\"dst\":\"XX\",\"bytes\":1}|unknown site XX; swan has [HK, LA, NY, FL, BA]",
      "{\"src\":\"HK\",\"dst\":\"LA\",\"bytes\":-1}|bundle HK:LA: expected 'bytes' to be 0 to 2^63 - 1, got -1",
      "{\"src\":\"HK\",\"dst\":\"LA\",\"bytes\":1e300}|expected 'bytes' to be 0 to 2^63 - 1",
      "{\"src\":\"HK\",\"dst\":\"LA\",\"bytes\":NaN}|is no valid JSON",
      "{\"src\":\"HK\",\"dst\":\"LA\",\"bytes\":\"5\"}|expected 'bytes' to be a number, got string",
      "{\"src\":\"HK\",\"dst\":\"LA\",\"bytes\":9e18},{\"src\":\"HK\",\"dst\":\"LA\",\"bytes\":9e18}"
          + "|bundle HK:LA: the bytes from HK to LA exceed 2^63 - 1 together",
      "{\"src\":\"HK\",\"dst\":\"LA\"}|expected 'bytes' to be a number, got nothing",
      "{\"src\":\"HK\",\"dst\":\"HK\",\"bytes\":1}|bundle HK:HK: expected two different sites",
      "{\"src\":\"HK\",\"dst\":\"LA\",\"bytes\":1,\"speed\":2}|unknown key 'speed'"})
  void mistakesAreNamed(String bundle, String message) throws IOException {
    Path file = folder.resolve("shuffles.json");
    Files.writeString(file, bundles(bundle));

    assertThat(run("--topology", SWAN, "--shuffles", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(message).contains("shuffles.json").hasLineCount(1);
  }

  @Test
  void wrongOptionsAreNamed() throws IOException {
    Path file = folder.resolve("shuffles.json");
    Files.writeString(file, "{\"shuffles\":[{\"id\":\"a\",\"bundles\":[]},{\"id\":\"a\",\"bundles\":[]}]}");

    assertThat(run("--topology", SWAN, "--shuffles", file.toString())).isEqualTo(1);
    assertThat(run("--topology", SWAN, "--shuffles", file.toString(), "--policy", "best")).isEqualTo(1);
    assertThat(run("--topology", SWAN, "--shuffles", file.toString(), "--k", "none")).isEqualTo(1);
    assertThat(run("--topology", SWAN, "--shuffles", folder.resolve("absent").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("shuffle 'a' is given twice", "unknown policy 'best'; expected one of [terra, ",
        "expected --k to be a number or 'all', got 'none'", "absent: no such file");
  }
}
