package dev.terra.cli.operate;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of the user as whom a command runs. Of a user without an entry in passwd Java says {@code ?}, and HOME counts. */
public final class Home {
  /** The home that Debian gives users without a folder. */
  private static final Path NOWHERE = Path.of("/nonexistent");

  private Home() {}

  /** The home of this process; empty if there is none, so that nothing can be kept there. */
  public static Optional<Path> find() {
    return find(System.getProperty("user.home"), System.getenv());
  }

  /** The home of this process, or an empty folder. */
  public static Path orNowhere() {
    return find().orElse(NOWHERE);
  }

  static Optional<Path> find(String ofUser, Map<String, String> environment) {
    return Stream.of(ofUser, environment.get("HOME")).filter(Objects::nonNull).map(Path::of)
        .filter(path -> path.isAbsolute() && !path.equals(NOWHERE)).findFirst();
  }
}
