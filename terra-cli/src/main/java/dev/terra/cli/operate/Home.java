package dev.terra.cli.operate;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of the user as whom a command runs. Of a user without an entry in passwd Java says {@code ?}, and HOME counts. */
public final class Home {
  /** As Debian says it of users without a folder. */
  private static final Path NOWHERE = Path.of("/nonexistent");

  private Home() {}

  /** That of this process; empty: there is none, and nothing can be kept there. */
  public static Optional<Path> find() {
    return find(System.getProperty("user.home"), System.getenv());
  }

  /** That of this process, or a folder in which nothing is. */
  public static Path orNowhere() {
    return find().orElse(NOWHERE);
  }

  static Optional<Path> find(String ofUser, Map<String, String> environment) {
    return Stream.of(ofUser, environment.get("HOME")).filter(Objects::nonNull).map(Path::of)
        .filter(path -> path.isAbsolute() && !path.equals(NOWHERE)).findFirst();
  }
}
