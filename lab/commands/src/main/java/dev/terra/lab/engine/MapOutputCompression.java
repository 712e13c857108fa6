package dev.terra.lab.engine;

import dev.terra.cli.progress.Progress;
import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Installation;
import dev.terra.testbed.Labelled;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.engine.EngineRuntime;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.os.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * By which of Hadoop's codecs jobs of MapReduce compress the outputs of their maps. Neither codec works with Hadoop's jars alone: each
 * needs a library in the JVMs of tasks, which {@link #install} gets. Clients and application masters need none.
 */
public enum MapOutputCompression implements Labelled {
  /** By none, except for jobs that compress whatever is asked for. */
  OFF,
  /** By LZ4, which is Java's code in a jar that Hadoop comes without. */
  LZ4,
  /** By Zstandard, for which Hadoop has its native library only, and that loads the machine's {@code libzstd.so.1}. */
  ZSTD;

  /** The engines whose jobs have the setting. */
  private static final Set<EngineName> ENGINES = Set.of(EngineName.MR, EngineName.MR_TEXT);
  private static final Pattern ZSTANDARD = Pattern.compile("zstd\\s*:\\s*true\\b.*");
  private static final String CODECS = "org.apache.hadoop.io.compress.";

  /**
   * Checks that an engine's jobs can have it.
   *
   * @throws IllegalArgumentException if they cannot
   */
  public void expectKnownTo(EngineName engine) {
    if (this != OFF && !ENGINES.contains(engine)) {
      throw new IllegalArgumentException("jobs of " + engine.label() + " have no such setting; use --engine mr or mr-text");
    }
  }

  private static EngineRuntime lz4(Path home) {
    return new EngineRuntime(home.resolve("lab/testbed/lz4-runtime"));
  }

  /**
   * Gets what tasks need, and tries it.
   *
   * @throws TestbedException if it cannot be had on this machine
   */
  void install(Progress progress) throws IOException, InterruptedException {
    Path home = Installation.home();
    switch (this) {
      case OFF -> { }
      case LZ4 -> lz4(home).ensure(progress::say);
      case ZSTD -> {
        EngineRuntime runtime = EngineRuntime.hadoopNative(home);
        runtime.ensure(progress::say);
        expectZstandard(runtime.nativeLibrary(), Installation.inSourceTree(home).hadoopLibraries());
      }
    }
  }

  private static void expectZstandard(Path library, Path hadoopLibraries) {
    if (!Files.isRegularFile(library)) {
      throw new TestbedException("--map-output-compression zstd needs Hadoop's native library, of which there is none for this machine ("
          + library + "); lz4 needs none");
    }
    String found = Shell.attempt(List.of(OwnJava.command(), "-Djava.library.path=" + library.getParent(), "-cp", hadoopLibraries + "/*",
        "org.apache.hadoop.util.NativeLibraryChecker")).output();
    if (!findsZstandard(found)) {
      throw new TestbedException("--map-output-compression zstd: Hadoop's native library finds no libzstd.so.1 on this machine. "
          + "On Debian or Ubuntu: apt-get install -y libzstd1");
    }
  }

  /** Whether Hadoop's check of its native library, a line for each other one that it uses, found Zstandard. */
  static boolean findsZstandard(String checked) {
    return checked.lines().anyMatch(line -> ZSTANDARD.matcher(line).matches());
  }

  /**
   * The options of a job that has it.
   *
   * @param home the source tree
   * @param classPath that of tasks, as Hadoop's configuration has it
   */
  List<String> options(Path home, String classPath) {
    return switch (this) {
      case OFF -> List.of();
      case LZ4 -> options("Lz4Codec", "mapreduce.application.classpath=" + classPath + "," + lz4(home).libraries() + "/*");
      case ZSTD -> options("ZStandardCodec",
          "mapreduce.admin.user.env=LD_LIBRARY_PATH=" + EngineRuntime.hadoopNative(home).nativeLibrary().getParent());
    };
  }

  private static List<String> options(String codec, String library) {
    return List.of("-Dmapreduce.map.output.compress=true", "-Dmapreduce.map.output.compress.codec=" + CODECS + codec, "-D" + library);
  }

  /** Reads it from a command line. */
  public static final class Converter extends LabelConverter<MapOutputCompression> {
    /** Made by picocli. */
    public Converter() {
      super(MapOutputCompression.values());
    }
  }
}
