package dev.terra.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.config.ConfigException;
import dev.terra.testbed.TestbedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TestbedCommandTest {
  private static final String SWAN = Path.of("..", "..", "topologies", "swan.yaml").toString();

  @TempDir
  private Path folder;

  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine commandLine = new CommandLine(new TestbedCommand()).setErr(new PrintWriter(err, true));
    commandLine.setExecutionExceptionHandler((exception, command, parsed) -> {
      assertThat(exception).isInstanceOfAny(TestbedException.class, ConfigException.class);
      command.getErr().println(exception.getMessage());
      return 1;
    });
    return commandLine.execute(arguments);
  }

  private void assertOneLine(int exitCode, int expectedCode, String message) {
    assertThat(exitCode).isEqualTo(expectedCode);
    assertThat(err.toString().lines().toList()).singleElement().asString().contains(message);
    err.getBuffer().setLength(0);
  }

  @Test
  void aBadTopologyFileIsOneLine() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.yaml"), "name: x\nsites: []\nlinks: []\n");
    assertOneLine(run("up", "--topology", bad.toString()), 1, "bad.yaml: expected at least 2 sites, got 0");
    assertOneLine(run("up", "--topology", "nowhere.yaml"), 1, "nowhere.yaml: no such file");
  }

  @Test
  void badValuesAreOneLine() {
    assertOneLine(run("up", "--topology", SWAN, "--scale", "0"), 1, "--scale must be a number above 0, got 0.0");
    assertOneLine(run("up", "--topology", SWAN, "--hosts-per-site", "0"), 1, "--hosts-per-site must be at least 1, got 0");
    assertOneLine(run("up", "--topology", SWAN, "--reroute-seconds", "-1"), 1, "the re-route delay must be 0 or more");
    assertThat(run("up", "--topology", SWAN, "--shuffle", "fast")).isEqualTo(2);
    assertThat(err.toString()).contains("expected one of stock, terra, got 'fast'");
  }

  @Test
  void commandsForNoTestbedAreOneLine() {
    String state = folder.resolve("state").toString();
    assertOneLine(run("status", "--state", state), 1, "no testbed is up in " + state);
    assertOneLine(run("link", "cut", "--state", state, "A", "B"), 1, "no testbed is up in " + state);
    assertOneLine(run("exec", "--state", state, "A-1", "--", "true"), 1, "no testbed is up in " + state);
    assertOneLine(run("shuffle", "--state", state, "terra"), 1, "no testbed is up in " + state);
  }
}
