package dev.terra.lab.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** What replays gave so far, in a folder, so that a command that is started again goes on with what is missing. */
final class KeptRuns {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int NAME_DIGITS = 12;

  private final Path folder;
  private final String what;

  /**
   * The runs in a folder.
   *
   * @param inputs everything on which a run's result depends but its way: runs of other inputs are not taken
   */
  KeptRuns(Path folder, String inputs) {
    this.folder = folder;
    this.what = Hashing.sha256().hashString(inputs, StandardCharsets.UTF_8).toString().substring(0, NAME_DIGITS);
  }

  /** A run that is there; one that cannot be read is not. */
  Optional<MeasuredRun> find(Way way) throws IOException {
    if (!Files.exists(file(way))) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(file(way).toFile(), MeasuredRun.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  void keep(Way way, MeasuredRun run) throws IOException {
    Files.createDirectories(folder);
    Path part = file(way).resolveSibling(file(way).getFileName() + ".part");
    JSON.writeValue(part.toFile(), run);
    Files.move(part, file(way), StandardCopyOption.ATOMIC_MOVE);
  }

  private Path file(Way way) {
    return folder.resolve(way.label() + "-" + what + ".json");
  }
}
