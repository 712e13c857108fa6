package dev.terra.testbed.engine;

import dev.terra.testbed.TestbedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Jars that run on a testbed and are not part of the build: those of an engine besides Hadoop's, or of ONOS. With the
 * first request for them, Maven downloads and compiles them, by a POM of their own.
 *
 * @param module the folder of that POM
 */
public record EngineRuntime(Path module) {
  /** The time for a first download of some hundred megabytes over a slow line. */
  private static final int BUILD_MINUTES = 20;

  /** Returns the runtime of Tez, in a source tree. */
  public static EngineRuntime tez(Path home) {
    return new EngineRuntime(home.resolve("lab/testbed/tez-runtime"));
  }

  /** Returns the runtime of Hive, in a source tree. It needs Tez too. */
  public static EngineRuntime hive(Path home) {
    return new EngineRuntime(home.resolve("lab/testbed/hive-runtime"));
  }

  /** Returns the runtime of ONOS's REST resources and a server of them, in a source tree. */
  public static EngineRuntime onos(Path home) {
    return new EngineRuntime(home.resolve("lab/testbed/onos-runtime"));
  }

  /** Returns the runtime of Hadoop's native library, in a source tree. */
  public static EngineRuntime hadoopNative(Path home) {
    return new EngineRuntime(home.resolve("lab/testbed/native-runtime"));
  }

  /** Returns the file of Hadoop's native library for this machine, if this is its runtime. */
  public Path nativeLibrary() {
    return libraries().resolve("nativelib").resolve("Linux-" + System.getProperty("os.arch")).resolve("libhadoop.so");
  }

  /** Returns the folder with the jars. */
  public Path libraries() {
    return module.resolve("target/lib");
  }

  /** Returns the file of an archive of classes for these jars. */
  public Path archive(String name) {
    return module.resolve("target").resolve(name + ".jsa");
  }

  /**
   * Returns the folder with classes that the engine's tasks expect from Hadoop and that the testbed's Hadoop lacks; not
   * every engine has it.
   */
  public Path taskLibraries() {
    return module.resolve("target/tasks");
  }

  /** Installs the engine, or fails if that is impossible. */
  public void ensureOrFail(Consumer<String> progress) {
    try {
      ensure(progress);
    } catch (IOException e) {
      throw new TestbedException("cannot get " + module.getFileName() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted", e);
    }
  }

  /**
   * Gets the jars if they are missing, or older than their sources.
   *
   * @throws TestbedException if Maven fails; it names the log of Maven's output
   */
  public void ensure(Consumer<String> progress) throws IOException, InterruptedException {
    Path stamp = module.resolve("target/assembled");
    if (Files.exists(stamp) && !newerThan(Files.getLastModifiedTime(stamp))) {
      return;
    }
    progress.accept("getting " + module.getFileName() + " (the first time this downloads some hundred megabytes)");
    Path log = Files.createDirectories(module.resolve("target")).resolve("build.log");
    Process maven;
    try {
      maven = new ProcessBuilder("mvn", "-B", "-Dstyle.color=never", "-f", module.resolve("pom.xml").toString(), "package")
          .redirectErrorStream(true).redirectInput(new File("/dev/null")).redirectOutput(log.toFile()).start();
    } catch (IOException e) {
      throw new TestbedException("mvn is not installed. On Debian or Ubuntu: apt-get install -y maven", e);
    }
    try {
      if (!maven.waitFor(BUILD_MINUTES, TimeUnit.MINUTES) || maven.exitValue() != 0) {
        throw new TestbedException("Maven could not get " + module.getFileName() + "; its output is in " + log);
      }
    } finally {
      maven.destroy();
    }
    Files.writeString(stamp, "");
  }

  private boolean newerThan(FileTime time) throws IOException {
    if (Files.getLastModifiedTime(module.resolve("pom.xml")).compareTo(time) > 0) {
      return true;
    }
    if (!Files.isDirectory(module.resolve("src"))) {
      return false;
    }
    try (Stream<Path> sources = Files.walk(module.resolve("src"))) {
      return sources.map(Path::toFile).anyMatch(file -> file.lastModified() > time.toMillis());
    }
  }
}
