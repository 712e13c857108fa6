package dev.terra.lab.security;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All attempts, one after another, between honest reads that have to succeed. */
final class SecuritySuite {
  private final Path directory;
  private final Consumer<String> progress;

  /** Keeps its files in a directory that is its own. */
  SecuritySuite(Path directory, Consumer<String> progress) {
    this.directory = directory;
    this.progress = progress;
  }

  /** The rows of all ports; with floods, which take half a minute more. */
  List<SecurityRow> run(boolean floods) throws IOException, InterruptedException {
    try (SecurityBed bed = SecurityBed.up(directory)) {
      progress.accept("controller, agents and nodes of " + SecurityBed.SITES + " are up, with TLS");
      List<SecurityRow> rows = new ArrayList<>();
      rows.add(honest(bed, 0));
      List<Attempt> attempts = Stream.of(new TunnelAttempts(bed).all(), new StreamAttempts(bed, directory).all(),
          new HttpAttempts(bed).all(), new DoorAttempts(bed).all(), new RelayAttempts(bed).all())
          .flatMap(List::stream).toList();
      for (Attempt attempt : attempts) {
        rows.add(attempt.row());
        progress.accept(attempt.port() + ": " + attempt.name() + ": " + rows.get(rows.size() - 1).outcome());
      }
      if (floods) {
        rows.addAll(new Floods(bed).rows());
      }
      rows.add(honest(bed, 5));
      return rows;
    }
  }

  private SecurityRow honest(SecurityBed bed, int partition) {
    HonestReader reader = new HonestReader(bed);
    SuiteWait.await("an honest read", () -> {
      try {
        return reader.read(partition, 1).bytes() == BedNode.PART_BYTES;
      } catch (IOException e) {
        progress.accept("an honest read: " + e.getMessage());
        return false;
      }
    });
    return new SecurityRow("fetch port (7202)", "an honest reader, with certificate and proof", "served", true);
  }
}
