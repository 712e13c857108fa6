package dev.terra.testbed.hadoop;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The way in which the agents of a site divide submitted shuffles: a word of the controller's configuration, in a file
 * of a testbed's folder.
 *
 * @param directory the testbed's
 */
public record AgentBalance(StateDirectory directory) {
  private static final String FILE = "agents-balance";

  /** Sets the way from the next start on. */
  public void use(String word) {
    directory.write(FILE, word + "\n");
  }

  /** Returns the part of the controller's configuration; empty unless a way was chosen. */
  String configuration() {
    Path chosen = directory.file(FILE);
    try {
      return Files.exists(chosen) ? "balance: " + Files.readString(chosen) : "";
    } catch (IOException e) {
      throw new TestbedException("cannot read " + chosen + ": " + e.getMessage(), e);
    }
  }
}
