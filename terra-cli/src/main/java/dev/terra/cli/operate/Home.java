package dev.terra.cli.operate;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The home folder of the user as whom a command runs. For a user without an entry in passwd, Java returns {@code ?}, and HOME is used. */
public final class Home {
  /** The home folder that Debian gives to users without a folder. */
  private static final Path NOWHERE = Path.of("/nonexistent");

  private Home() {}

  /** Returns the home folder of this process; empty if there is none, so that nothing can be stored there. */
  public static Optional<Path> find() {
    return find(System.getProperty("user.home"), System.getenv());
  }

  /** Returns the home folder of this process, or a folder that does not exist. */
  public static Path orNowhere() {
    return find().orElse(NOWHERE);
  }

  static Optional<Path> find(String ofUser, Map<String, String> environment) {
    return Stream.of(ofUser, environment.get("HOME")).filter(Objects::nonNull).map(Path::of)
        .filter(path -> path.isAbsolute() && !path.equals(NOWHERE)).findFirst();
  }
}
