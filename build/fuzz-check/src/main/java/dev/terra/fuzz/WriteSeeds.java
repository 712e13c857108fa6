package dev.terra.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code WriteSeeds CLASS FOLDER}: writes the seeds of a target into files, where a fuzzer finds them. */
public final class WriteSeeds {
  private WriteSeeds() {}

  /** Writes the files. */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    FuzzTarget target = FuzzTarget.of(Class.forName(arguments[0]));
    int number = 0;
    for (byte[] seed : seeds(target)) {
      Files.write(folder.resolve("seed-" + number++), seed);
    }
  }

  private static Iterable<byte[]> seeds(FuzzTarget target) {
    try {
      return target.seeds();
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
