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

/** The results of earlier replays in a folder, so that a restarted command continues with those that are missing. */
final class KeptRuns {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int NAME_DIGITS = 12;

  private final Path folder;
  private final String what;

  /**
   * Makes an access to the runs in a folder.
   *
   * @param inputs everything on which a run's result depends except its way: runs of other inputs are ignored
   */
  KeptRuns(Path folder, String inputs) {
    this.folder = folder;
    this.what = Hashing.sha256().hashString(inputs, StandardCharsets.UTF_8).toString().substring(0, NAME_DIGITS);
  }

  /** Returns a stored run; empty if there is none, or it cannot be read. */
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
