package dev.terra.testbed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the programs are that run on a testbed.
 *
 * @param hadoopLibraries directory with Hadoop's jars
 * @param shuffleJar the jar of Terra's shuffle handler with all that it needs
 * @param terraCommand how to run {@code terra}, without arguments
 */
public record Installation(Path hadoopLibraries, Path shuffleJar, List<String> terraCommand) {
  /** Copies the list. */
  public Installation {
    terraCommand = List.copyOf(terraCommand);
  }

  /** The build in a source tree. */
  public static Installation inSourceTree(Path home) {
    return new Installation(
        home.resolve("testbed/hadoop-runtime/target/lib"),
        home.resolve("terra-shuffle/target/terra-shuffle-nm.jar"),
        List.of(home.resolve("terra").toString()));
  }

  /** The source tree by {@code -Dterra.home}, {@code TERRA_HOME} or, failing both, the working directory. */
  public static Path home() {
    String configured = System.getProperty("terra.home", System.getenv().getOrDefault("TERRA_HOME", ""));
    return Path.of(configured).toAbsolutePath().normalize();
  }

  /** Directory with the jars that {@code terra} runs. */
  public Path terraLibraries() {
    return Path.of(terraCommand.get(0)).resolveSibling("terra-cli/target/lib");
  }

  /** The source tree that it is from. */
  public Path sourceTree() {
    return Path.of(terraCommand.get(0)).toAbsolutePath().getParent();
  }

  /** The jar of Terra's shuffle service for Spark, beside which NodeManagers have Spark's own. */
  public Path sparkServiceJar() {
    return Path.of(terraCommand.get(0)).resolveSibling("terra-spark/target/terra-spark-nm.jar");
  }

  /** The jar of Terra's plugin for Spark's drivers and executors. */
  public Path sparkPluginJar() {
    return Path.of(terraCommand.get(0)).resolveSibling("terra-spark/target/terra-spark-plugin.jar");
  }

  /**
   * Checks that what a testbed needs is there.
   *
   * @throws TestbedException that names what is missing and how to get it
   */
  public void check(boolean yarn, ShuffleMode shuffle) {
    if (yarn) {
      expect(Files.isDirectory(hadoopLibraries), "Hadoop's jars are not in " + hadoopLibraries);
    }
    if (yarn && shuffle == ShuffleMode.TERRA) {
      expect(Files.isRegularFile(shuffleJar), "Terra's shuffle handler is not at " + shuffleJar);
    }
    if (shuffle == ShuffleMode.TERRA) {
      expect(Files.isExecutable(Path.of(terraCommand.get(0))), "there is no program " + terraCommand.get(0));
    }
  }

  private static void expect(boolean holds, String problem) {
    if (!holds) {
      throw new TestbedException(problem + "; build first: mvn -DskipTests package");
    }
  }
}
