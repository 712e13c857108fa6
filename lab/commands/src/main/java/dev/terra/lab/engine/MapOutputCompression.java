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
 * The codec of Hadoop's by which jobs of MapReduce compress the outputs of their maps. Neither codec works with
 * Hadoop's jars alone: each needs a library in the JVMs of tasks, which {@link #install} provides. Clients and
 * application masters need none.
 */
public enum MapOutputCompression implements Labelled {
  /** No codec, except for jobs that always compress. */
  OFF,
  /** LZ4: Java code in a jar that Hadoop does not include. */
  LZ4,
  /** Zstandard: Hadoop supports it in its native library only, which loads the machine's {@code libzstd.so.1}. */
  ZSTD;

  /** The engines whose jobs have this setting. */
  private static final Set<EngineName> ENGINES = Set.of(EngineName.MR, EngineName.MR_TEXT);
  private static final Pattern ZSTANDARD = Pattern.compile("zstd\\s*:\\s*true\\b.*");
  private static final String CODECS = "org.apache.hadoop.io.compress.";

  /**
   * Checks that an engine's jobs can have this setting.
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
   * Installs the libraries that tasks need, and tests them.
   *
   * @throws TestbedException if they are not available on this machine
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

  /**
   * Returns whether Hadoop's check of its native library found Zstandard. The check prints a line for each other
   * library that it uses.
   */
  static boolean findsZstandard(String checked) {
    return checked.lines().anyMatch(line -> ZSTANDARD.matcher(line).matches());
  }

  /**
   * Returns the options of a job with this setting.
   *
   * @param home the source tree
   * @param classPath of tasks, in the format of Hadoop's configuration
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

  /** Reads a codec from a command line. */
  public static final class Converter extends LabelConverter<MapOutputCompression> {
    /** Picocli calls this constructor. */
    public Converter() {
      super(MapOutputCompression.values());
    }
  }
}
