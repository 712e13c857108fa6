package dev.terra.testbed.secure;

import dev.terra.testbed.Installation;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that every account may read. */
public final class SharedPrograms {
  private SharedPrograms() {}

  /** An installation, with copies in the state directory of what is in folders that others may not enter. */
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
