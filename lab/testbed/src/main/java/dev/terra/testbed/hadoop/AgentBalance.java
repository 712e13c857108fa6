package dev.terra.testbed.hadoop;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How the agents of a site divide submitted shuffles: a word of the controller's configuration, in a file of a testbed's folder.
 *
 * @param directory the testbed's
 */
public record AgentBalance(StateDirectory directory) {
  private static final String FILE = "agents-balance";

  /** They do so from the next start on. */
  public void use(String word) {
    directory.write(FILE, word + "\n");
  }

  /** What the controller's configuration says of it; nothing unless it was chosen. */
  String configuration() {
    Path chosen = directory.file(FILE);
    try {
      return Files.exists(chosen) ? "balance: " + Files.readString(chosen) : "";
    } catch (IOException e) {
      throw new TestbedException("cannot read " + chosen + ": " + e.getMessage(), e);
    }
  }
}
