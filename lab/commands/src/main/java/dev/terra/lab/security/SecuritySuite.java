package dev.terra.lab.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Makes all attempts, one after another, between honest reads that must succeed. */
final class SecuritySuite {
  private final Path directory;
  private final Consumer<String> progress;

  /** Makes a suite that keeps its files in a directory of its own. */
  SecuritySuite(Path directory, Consumer<String> progress) {
    this.directory = directory;
    this.progress = progress;
  }

  /** Returns the rows of all ports. Floods take half a minute more. */
  List<SecurityRow> run(boolean floods) throws IOException, InterruptedException {
    List<SecurityRow> rows = new ArrayList<>(ofPorts(floods));
    rows.addAll(ofProcesses());
    return rows;
  }

  /** Returns the rows of attempts at the product's own commands, each in a process of its own. */
  List<SecurityRow> ofProcesses() throws IOException, InterruptedException {
    try (ProcessBed bed = ProcessBed.up(Files.createDirectories(directory.resolve("processes")));
        ElectionAttempts election = new ElectionAttempts(bed)) {
      progress.accept("a controller and agents of " + ProcessBed.SITES + " are up, as processes");
      return rows(Stream.of(new FileAttempts(bed).all(), new NodeFileAttempts(bed.directory()).all(), election.all(),
          new NamesakeAttempts(bed).all(), new RestAttempts(bed).all(), new TokenAttempts(bed).all()).flatMap(List::stream).toList());
    }
  }

  private List<SecurityRow> rows(List<Attempt> attempts) throws InterruptedException {
    List<SecurityRow> rows = new ArrayList<>();
    for (Attempt attempt : attempts) {
      rows.add(attempt.row());
      progress.accept(attempt.port() + ": " + attempt.name() + ": " + rows.get(rows.size() - 1).outcome());
    }
    return rows;
  }

  /** Returns the rows of attempts at the ports of a WAN with TLS in this process. */
  List<SecurityRow> ofPorts(boolean floods) throws IOException, InterruptedException {
    try (SecurityBed bed = SecurityBed.up(directory)) {
      progress.accept("controller, agents and nodes of " + SecurityBed.SITES + " are up, with TLS");
      List<SecurityRow> rows = new ArrayList<>();
      rows.add(honest(bed, 0));
      rows.addAll(rows(Stream.of(new TunnelAttempts(bed).all(), new StreamAttempts(bed).all(),
          new HttpAttempts(bed).all(), new DoorAttempts(bed).all(), new RelayAttempts(bed).all(), new TamperAttempts(bed).all(),
          new ControlAttempts(bed).all())
          .flatMap(List::stream).toList()));
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
