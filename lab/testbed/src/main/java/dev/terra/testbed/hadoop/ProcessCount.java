package dev.terra.testbed.hadoop;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The number of processes of a kind that a testbed has, in a file of its folder; 1 by default.
 *
 * @param file its name
 * @param most the largest number
 * @param what the kind, in words for errors
 */
record ProcessCount(StateDirectory directory, String file, int most, String what) {
  /** Sets the number from the next start on. */
  void use(int count) {
    if (count < 1 || count > most) {
      throw new TestbedException("expected 1 to " + most + " " + what + ", got " + count);
    }
    directory.write(file, count + "\n");
  }

  /** Returns the number. */
  int now() {
    Path path = directory.file(file);
    try {
      return Files.exists(path) ? Integer.parseInt(Files.readString(path).trim()) : 1;
    } catch (IOException e) {
      throw new TestbedException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }
}
