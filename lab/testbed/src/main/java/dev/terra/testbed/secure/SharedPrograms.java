package dev.terra.testbed.secure;

import dev.terra.testbed.Installation;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Makes programs readable for every account. */
public final class SharedPrograms {
  private SharedPrograms() {}

  /**
   * Returns an installation that every account may read: files in folders that others may not enter are copied to the
   * state directory.
   */
  public static Installation of(Installation installation, StateDirectory directory) {
    Path copies = directory.file("programs");
    return new Installation(installation.sourceTree(), shared(installation.hadoopLibraries(), copies.resolve("hadoop")),
        shared(installation.shuffleJar(), copies.resolve("nodemanager")), installation.terraCommand());
  }

  private static Path shared(Path original, Path folder) {
    if (!Files.exists(original) || FileOwners.isForAll(original)) {
      return original;
    }
    Path copy = FileOwners.folder(folder, "rwxr-xr-x").resolve(original.getFileName());
    Shell.run(List.of("cp", "-r", original.toString(), copy.toString()));
    Shell.run(List.of("chmod", "-R", "a+rX", copy.toString()));
    return copy;
  }
}
