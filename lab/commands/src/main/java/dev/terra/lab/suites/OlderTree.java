package dev.terra.lab.suites;

import dev.terra.cli.progress.Progress;
import dev.terra.testbed.Installation;
import dev.terra.testbed.os.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An older version of the programs, built from the repository's own history in a work tree of its own, which is removed
 * when it is closed.
 */
final class OlderTree implements AutoCloseable {
  /** Several times what a build takes. */
  private static final Duration PATIENCE = Duration.ofMinutes(60);

  private final Path repository;
  private final Path folder;

  private OlderTree(Path repository, Path folder) {
    this.repository = repository;
    this.folder = folder;
  }

  /**
   * Builds a version.
   *
   * @param commit a tag, or anything else that git accepts as a commit
   * @throws IOException if there is no such commit, or it does not build
   */
  static OlderTree build(Path repository, String commit, Progress progress) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("terra-" + commit.replaceAll("[^A-Za-z0-9.]", "_") + "-");
    OlderTree tree = new OlderTree(repository, folder.resolve("tree"));
    try {
      progress.say("building %s in %s", commit, tree.folder);
      tree.run(repository, List.of("git", "worktree", "add", "--detach", tree.folder.toString(), commit));
      tree.run(tree.folder, List.of("mvn", "-q", "-B", "-Dstyle.color=never", "-DskipTests", "-pl", "terra-dist", "-am", "package"));
      return tree;
    } catch (IOException | InterruptedException e) {
      tree.close();
      throw e;
    }
  }

  /** Returns the programs of this version, together with the other parts of an installation that a testbed needs. */
  Installation programs(Installation beside) {
    return programs(beside, folder);
  }

  /** Returns the programs of a source tree that is built. */
  static Installation programs(Installation beside, Path tree) {
    Installation there = Installation.inSourceTree(tree);
    return new Installation(beside.sourceTree(), beside.hadoopLibraries(), there.shuffleJar(), there.terraCommand());
  }

  private void run(Path where, List<String> command) throws IOException, InterruptedException {
    Path log = log();
    Process process = start(where, command, log);
    try {
      if (!process.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + " failed: " + problem(Files.readAllLines(log)));
      }
    } finally {
      Children.end(process);
    }
  }

  private static Process start(Path where, List<String> command, Path log) throws IOException {
    try {
      return new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    } catch (IOException e) {
      throw new IOException(String.join(" ", command) + " cannot be run: " + e.getMessage(), e);
    }
  }

  private Path log() {
    return folder.resolveSibling("build.log");
  }

  /** Returns the first line in which Maven or git reports a problem, or the last line if there is none. */
  static String problem(List<String> lines) {
    return lines.stream().filter(line -> line.contains("ERROR") || line.startsWith("fatal")).findFirst()
        .orElseGet(() -> lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1));
  }

  @Override
  public void close() throws IOException {
    try {
      if (Files.exists(folder)) {
        run(repository, List.of("git", "worktree", "remove", "--force", folder.toString()));
      }
      Files.deleteIfExists(log());
      Files.delete(folder.getParent());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
