package dev.terra.testbed.engine;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.terra.testbed.TestbedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Spark on this machine: an installation made from its Python package, which has all jars, and the external shuffle
 * service's jars. Neither is part of the build: the first request for Spark downloads them.
 */
public final class SparkRuntime {
  /** The time for the download. The package has up to half a gigabyte. */
  private static final int DOWNLOAD_MINUTES = 20;
  private static final List<String> PIP_PACKAGES = List.of("python3-pip", "python3-setuptools", "python3-wheel");

  private final EngineRuntime service;
  private final SparkVersion version;

  /** Makes the runtime of a version of Spark, in a source tree. */
  public SparkRuntime(Path home, SparkVersion version) {
    this.service = new EngineRuntime(home.resolve("lab/testbed/spark-runtime"));
    this.version = version;
  }

  /** Returns the version. */
  public SparkVersion version() {
    return version;
  }

  /** Returns the folder for {@code SPARK_HOME}. */
  public Path home() {
    return service.module().resolve("target/spark-" + version.release());
  }

  /** Returns the folder with Spark's jars. */
  public Path jars() {
    return home().resolve("jars");
  }

  /** Returns the folder with the jars of the shuffle service that NodeManagers run. */
  public Path serviceJars() {
    return service.libraries();
  }

  /** Returns the folder with the programs that measure fetches from that service. */
  public Path benchJars() {
    return service.module().resolve("target/bench");
  }

  /** Returns the archive with the queries of Spark's own tests. */
  public Path queries() {
    return service.module().resolve("target/queries/spark-sql-tests.jar");
  }

  /** Returns the program of the testbed's jobs. */
  public Path program() {
    return service.module().resolve("src/main/python/jobs.py");
  }

  /** Returns the file of an archive of classes for Spark's jars. */
  public Path archive(String name) {
    return home().resolve(name + ".jsa");
  }

  /** Returns the archives in which Python workers find PySpark. */
  public List<Path> pythonArchives() throws IOException {
    try (Stream<Path> archives = Files.list(home().resolve("python/lib"))) {
      return archives.sorted().toList();
    }
  }

  /**
   * Downloads the missing parts.
   *
   * @throws TestbedException if that fails; it names a solution
   */
  public void ensure(Consumer<String> progress) throws IOException, InterruptedException {
    service.ensure(progress);
    if (Files.isDirectory(home())) {
      return;
    }
    progress.accept("getting Spark " + version.release() + " (the first time this downloads some hundred megabytes)");
    Path work = service.module().resolve("target/get-" + version.release());
    delete(work);
    Files.createDirectories(work);
    Path log = work.resolveSibling("get-" + version.release() + ".log");
    ensurePip(log, progress);
    run(log, List.of("python3", "-m", "pip", "download", "--no-deps", "--dest", work.toString(), "pyspark==" + version.release()));
    run(log, List.of("tar", "-xzf", work.resolve("pyspark-" + version.release() + ".tar.gz").toString(), "-C", work.toString()));
    assemble(work.resolve("pyspark-" + version.release()));
    delete(work);
  }

  /** Installs pip if it is missing and can be installed. */
  private static void ensurePip(Path log, Consumer<String> progress) throws InterruptedException {
    if (!succeeds(log, List.of("python3", "-m", "pip", "--version")) && succeeds(log, List.of("apt-get", "--version"))) {
      progress.accept("installing " + String.join(" ", PIP_PACKAGES) + ", which get Spark");
      run(log, List.of("apt-get", "update", "-q"));
      List<String> install = new ArrayList<>(List.of("apt-get", "install", "-y", "-q", "--no-install-recommends"));
      install.addAll(PIP_PACKAGES);
      run(log, install);
    }
  }

  private static boolean succeeds(Path log, List<String> command) throws InterruptedException {
    try {
      run(log, command);
      return true;
    } catch (TestbedException e) {
      return false;
    }
  }

  /** Arranges the package as an installation. It has the folders of one, but not where Spark's own scripts look for them. */
  private void assemble(Path unpacked) throws IOException {
    Path installation = unpacked.resolve("deps");
    Files.createDirectories(installation.resolve("python"));
    Files.move(unpacked.resolve("lib"), installation.resolve("python/lib"));
    Files.move(installation, home());
  }

  private static void run(Path log, List<String> command) throws InterruptedException {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"))
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
      Process process = builder.start();
      try {
        if (!process.waitFor(DOWNLOAD_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
          throw new TestbedException("Spark cannot be got: '" + String.join(" ", command) + "' failed; its output is in " + log
              + ". On Debian or Ubuntu it needs: apt-get install -y " + String.join(" ", PIP_PACKAGES));
        }
      } finally {
        process.destroy();
      }
    } catch (IOException e) {
      throw new TestbedException(command.get(0) + " is not installed. On Debian or Ubuntu: apt-get install -y python3 python3-pip tar", e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }
}
