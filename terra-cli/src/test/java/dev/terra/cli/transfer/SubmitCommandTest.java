package dev.terra.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said of matrices before any controller is asked. */
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

  @Test
  void aDryRunSaysThatAHardBudgetIsTooSmall() throws IOException {
    Path wan = Files.writeString(folder.resolve("wan.yaml"), """
        name: pair
        sites: [{id: A}, {id: B}]
        links: [{between: [A, B], capacity: 1 Gbps, latency: 1 ms, egressUsdPerGigabyte: 0.02}]
        """);
    assertThat(dryRun(wan, 0.01)).contains("refuses it: the hard budget of $ 0.0100 is below $ 0.0211");
    assertThat(dryRun(wan, 0.03)).doesNotContain("refuses");
  }

  private String dryRun(Path wan, double maxUsd) throws IOException {
    Path matrix = Files.writeString(folder.resolve("hard.json"),
        "{\"maxUsd\": " + maxUsd + ", \"budget\": \"hard\", \"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": 1000000000,"
            + " \"seed\": 1}]}");
    StringWriter out = new StringWriter();
    int exit = new CommandLine(new SubmitCommand()).setOut(new PrintWriter(out))
        .execute("--dry-run", wan.toString(), "--matrix", matrix.toString());
    assertThat(exit).isEqualTo(out.toString().contains("refuses") ? 1 : 0);
    return out.toString();
  }
}
