package dev.terra.testbed;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs that run on a testbed. Terra's are those of its unpacked archive, so that the shipped files are the
 * tested ones.
 *
 * @param sourceTree the origin of everything that is not part of the product
 * @param hadoopLibraries directory with Hadoop's jars
 * @param shuffleJar the jar of Terra's shuffle handler with all its dependencies
 * @param terraCommand how to run {@code terra}, without arguments
 */
public record Installation(Path sourceTree, Path hadoopLibraries, Path shuffleJar, List<String> terraCommand) {
  /** The folder into which the build unpacks the archive. */
  private static final String UNPACKED = "terra-dist/target/installed/terra";
  /** The files of which the archive is made. The archive must be newer than they are. */
  private static final List<String> PARTS =
      List.of("terra-cli/target/lib", "terra-shuffle/target/terra-shuffle-nm.jar", "terra-spark/target/terra-spark-nm.jar");

  /** Copies the list. */
  public Installation {
    terraCommand = List.copyOf(terraCommand);
  }

  /** Returns the archive that was built in a source tree, and the other programs there. */
  public static Installation inSourceTree(Path folder) {
    Path home = folder.toAbsolutePath().normalize(); // processes on hosts may have another working directory than this process
    Path product = home.resolve(UNPACKED);
    return new Installation(
        home,
        home.resolve("lab/testbed/hadoop-runtime/target/lib"),
        product.resolve("share/nodemanager/terra-shuffle-nm.jar"),
        List.of(product.resolve("bin/terra").toString()));
  }

  /** Returns the source tree by {@code -Dterra.home}, {@code TERRA_HOME} or, without both, the working directory. */
  public static Path home() {
    String configured = System.getProperty("terra.home", System.getenv().getOrDefault("TERRA_HOME", ""));
    return Path.of(configured).toAbsolutePath().normalize();
  }

  /** Returns the directory with the jars that {@code terra} runs. */
  public Path terraLibraries() {
    return Path.of(terraCommand.get(0)).resolveSibling("../lib").normalize();
  }

  /** Returns the jar of Terra's processor for ResourceManagers. */
  public Path placementJar() {
    return shuffleJar.resolveSibling("../resourcemanager/terra-resourcemanager.jar").normalize();
  }

  /** Returns the jar of Terra's shuffle service for Spark. NodeManagers need Spark's own jar in addition. */
  public Path sparkServiceJar() {
    return shuffleJar.resolveSibling("terra-spark-nm.jar");
  }

  /** Returns the jar of Terra's plugin for Spark's drivers and executors. */
  public Path sparkPluginJar() {
    return shuffleJar.resolveSibling("terra-spark-plugin.jar");
  }

  /**
   * Checks that everything that a testbed needs is present.
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
      newerPart().ifPresent(part -> expect(false, "the archive is older than " + part));
    }
  }

  /**
   * Returns a file of which the unpacked archive has an older copy, as a build of single modules leaves it; empty if
   * there is none.
   */
  private Optional<Path> newerPart() {
    Path product = sourceTree.resolve(UNPACKED);
    if (!Path.of(terraCommand.get(0)).startsWith(product)) {
      return Optional.empty();
    }
    long made = product.toFile().lastModified();
    return PARTS.stream().map(sourceTree::resolve).flatMap(Installation::jars).filter(jar -> jar.toFile().lastModified() > made)
        .findFirst();
  }

  private static Stream<Path> jars(Path part) {
    File[] inside = part.toFile().listFiles((folder, name) -> name.startsWith("terra-"));
    return inside == null ? Stream.of(part) : Stream.of(inside).map(File::toPath);
  }

  private static void expect(boolean holds, String problem) {
    if (!holds) {
      throw new TestbedException(problem + "; build first: mvn -DskipTests package");
    }
  }
}
