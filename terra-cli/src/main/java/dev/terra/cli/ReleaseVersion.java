package dev.terra.cli;

import dev.terra.api.process.ProductVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/**
 * What {@code --version} prints: the version and the commit. An installed Terra has both in its file {@code RELEASE}; in a source tree, git
 * provides the commit.
 */
public final class ReleaseVersion implements IVersionProvider {
  private static final String UNKNOWN = "unknown";

  @Override
  public String[] getVersion() throws IOException {
    Optional<Path> release = Optional.ofNullable(System.getProperty("terra.home")).map(home -> Path.of(home, "RELEASE"));
    if (release.filter(Files::isReadable).isPresent()) {
      return new String[] {of(release.get())};
    }
    String home = System.getenv().getOrDefault("TERRA_HOME", "");
    return new String[] {text("terra " + ProductVersion.NUMBER, home.isEmpty() ? UNKNOWN : commit(Path.of(home)))};
  }

  /** Returns the text for a release file. */
  static String of(Path release) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(release)) {
      properties.load(reader);
    }
    return text("terra " + properties.getProperty("version", UNKNOWN), properties.getProperty("commit", UNKNOWN))
        + ", for " + properties.getProperty("architecture", UNKNOWN);
  }

  private static String text(String version, String commit) {
    return version + ", commit " + commit;
  }

  private static String commit(Path tree) {
    try {
      Process git = new ProcessBuilder("git", "-C", tree.toString(), "describe", "--always", "--match=", "--abbrev=12", "--dirty=+")
          .redirectErrorStream(true).start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor() == 0 ? said : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
