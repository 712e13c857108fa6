package dev.terra.lab.security;

import dev.terra.testbed.os.Children;
import dev.terra.testbed.os.OwnJava;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Attempts to end or to block a node's shuffle service by files that a container leaves in its own folder. */
final class NodeFileAttempts {
  private static final String PORT = "a container's folder";
  private static final int HEAP_MEGABYTES = 64;
  private static final long SPARSE_BYTES = 6L << 30;
  private static final int MANY = 120_000;
  private static final int PATIENCE_SECONDS = 30;

  private final Path directory;
  private int folders;

  NodeFileAttempts(Path directory) {
    this.directory = directory;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "end: a sparse index of 6 GiB", () -> refused(folder -> sparse(folder, SPARSE_BYTES))),
        new Attempt(PORT, "end: a sparse index of one byte more than is read",
            () -> refused(folder -> sparse(folder, NodeFiles.MOST_BYTES + 1))),
        new Attempt(PORT, "hold: a pipe in place of a file", () -> refused(NodeFileAttempts::pipe)),
        new Attempt(PORT, "hold: a link to a pipe",
            () -> refused(folder -> Files.createSymbolicLink(folder.resolve("link"), pipe(folder)))),
        new Attempt(PORT, "read: a link to a file of the service", () -> refused(folder ->
            Files.createSymbolicLink(folder.resolve("link"), Files.write(directory.resolve("keytab"), new byte[100])))),
        new Attempt(PORT, "hold: a device without an end", () -> refused(folder ->
            Files.createSymbolicLink(folder.resolve("zero"), Path.of("/dev/zero")))),
        new Attempt(PORT, "end: a folder in place of a file", () -> refused(folder -> Files.createDirectory(folder.resolve("folder")))),
        new Attempt(PORT, "end: a folder of " + MANY + " names", this::names));
  }

  /** Makes a file or a folder in a folder. */
  private interface Made {
    Path in(Path folder) throws IOException;
  }

  private static Path sparse(Path folder, long bytes) throws IOException {
    Path file = folder.resolve("shuffle_0_1_0.index");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(bytes);
    }
    return file;
  }

  private static Path pipe(Path folder) throws IOException {
    Path pipe = folder.resolve("pipe");
    try {
      new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return pipe;
  }

  private Path folder() throws IOException {
    return Files.createDirectories(directory.resolve("container-" + folders++));
  }

  private TrialOutcome refused(Made made) throws IOException, InterruptedException {
    Path folder = folder();
    List<String> lines = read(made.in(folder), Files.write(folder.resolve("honest"), new byte[1_000]));
    if (!lines.get(1).equals("1000 bytes")) {
      return TrialOutcome.served("another user's file is not read any more: " + lines.get(1));
    }
    return lines.get(0).startsWith("refused") ? TrialOutcome.refused(lines.get(0).substring("refused: ".length()))
        : TrialOutcome.served(lines.get(0));
  }

  private TrialOutcome names() throws IOException, InterruptedException {
    Path folder = folder();
    for (int i = 0; i < MANY; i++) {
      Files.createFile(folder.resolve("shuffle_0_" + i + "_0.data"));
    }
    List<String> lines = read(folder.resolve("shuffle_0_0_0.data"), folder.resolve("shuffle_0_1_0.data"));
    int names = Integer.parseInt(lines.get(2).split(" ")[0]);
    return names <= 100_000 ? TrialOutcome.refused(names + " of them are looked at") : TrialOutcome.served(names + " names in memory");
  }

  private List<String> read(Path... files) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(OwnJava.command(), "-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), NodeFiles.class.getName()));
    for (Path file : files) {
      command.add(file.toString());
    }
    Path output = Files.createTempFile(directory, "node", ".out");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    Children.end(process);
    List<String> lines = Files.readAllLines(output);
    if (!ended || lines.size() < files.length + 1) {
      throw new IllegalStateException("the service " + (ended ? "has ended: " : "hangs: ") + lines);
    }
    return lines;
  }
}
