package dev.terra.lab.security;

import dev.terra.api.client.TransferMatrix;
import dev.terra.api.v1.ShuffleResult;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Attempts to have agents read and write files that are not below their {@code submitFolders}, or to deliver a mixture
 * of two versions of a file.
 */
final class FileAttempts {
  private static final String PORT = "submitted files";
  private static final byte[] SECRET = "the agent's own key".repeat(10).getBytes(StandardCharsets.UTF_8);
  /** The number of tries with folders that are exchanged meanwhile. */
  private static final int TRIES = 200;
  private static final int LARGE_BYTES = 8_000_000;
  /** The time after which some of a large file is on its way. */
  private static final long BEGUN_NANOS = 300_000_000;

  private final ProcessBed bed;
  private final Path outside;
  private final Path from;
  private final Path to;
  private int targets;

  FileAttempts(ProcessBed bed) throws IOException {
    this.bed = bed;
    this.outside = Files.createDirectories(bed.directory().resolve("outside"));
    this.from = bed.folder("A");
    this.to = bed.folder("B");
    Files.write(outside.resolve("key"), SECRET);
    Files.write(from.resolve("key"), new byte[SECRET.length]);
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "read: a file outside of the folders", () -> read(outside.resolve("key").toString())),
        new Attempt(PORT, "read: the same by '..'", () -> read(from + "/../outside/key")),
        new Attempt(PORT, "read: the same by a link to the file",
            () -> read(link(from.resolve("a-link"), outside.resolve("key")).toString())),
        new Attempt(PORT, "read: the same by a link to its folder",
            () -> read(link(from.resolve("a-folder"), outside).resolve("key").toString())),
        new Attempt(PORT, "read: the agent's environment", () -> read("/proc/self/environ")),
        new Attempt(PORT, "read: a device without an end", () -> read(link(from.resolve("a-device"), Path.of("/dev/zero")).toString())),
        new Attempt(PORT, "read: a folder", () -> read(Files.createDirectories(from.resolve("folder")).toString())),
        new Attempt(PORT, "hold: a pipe in place of a file", this::pipe),
        new Attempt(PORT, "read: a folder that becomes a link while it is looked at, " + TRIES + " times", this::exchangedSource),
        new Attempt(PORT, "write: a file outside of the folders", () -> write(outside.resolve("new").toString())),
        new Attempt(PORT, "write: the same by '..'", () -> write(to + "/../outside/new")),
        new Attempt(PORT, "write: the same by a link to its folder",
            () -> write(link(to.resolve("a-folder"), outside).resolve("new").toString())),
        new Attempt(PORT, "write: over what a link leads to", this::throughLink),
        new Attempt(PORT, "write: a folder that becomes a link while it is looked at, " + TRIES + " times", this::exchangedTarget),
        new Attempt(PORT, "tear: a source that is written to meanwhile", () -> torn(false)),
        new Attempt(PORT, "tear: a source that is replaced meanwhile", this::replaced),
        new Attempt(PORT, "tear: the same, and its time is set back", () -> torn(true)),
        new Attempt(PORT, "an honest program moves a file", this::honest));
  }

  private static Path link(Path link, Path target) throws IOException {
    Files.deleteIfExists(link);
    return Files.createSymbolicLink(link, target);
  }

  private ShuffleResult move(String source, long bytes, Path target) throws IOException {
    return bed.submit(TransferMatrix.builder().receiver(0, "B")
        .transfer(0, "A", 0, bytes, new TransferMatrix.FileSource(source, 0), target.toString()).build());
  }

  private Path target() {
    return to.resolve("target-" + targets++);
  }

  private TrialOutcome read(String source) throws IOException {
    Path target = target();
    ShuffleResult result = move(source, SECRET.length, target);
    return result.getComplete() ? TrialOutcome.served("delivered") : TrialOutcome.refused(result.getProblem());
  }

  private TrialOutcome write(String target) throws IOException {
    ShuffleResult result = move(from.resolve("key").toString(), SECRET.length, Path.of(target));
    return result.getComplete() || Files.exists(outside.resolve("new")) ? TrialOutcome.served("written")
        : TrialOutcome.refused(result.getProblem());
  }

  private TrialOutcome throughLink() throws IOException {
    Path link = link(to.resolve("over"), outside.resolve("key"));
    move(from.resolve("key").toString(), SECRET.length, link);
    return Arrays.equals(Files.readAllBytes(outside.resolve("key")), SECRET) ? TrialOutcome.refused("the file is as it was")
        : TrialOutcome.served("the file has other bytes");
  }

  private TrialOutcome pipe() throws IOException, InterruptedException {
    Path pipe = from.resolve("pipe");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    TrialOutcome outcome = read(pipe.toString());
    return outcome.refused() && !bed.carries() ? TrialOutcome.served("the agent carries nothing any more") : outcome;
  }

  /** Exchanges a folder and a link to another one as fast as possible, until it is ended. */
  private static CompletableFuture<Void> exchange(Path folder, Path elsewhere, AtomicBoolean over) {
    return CompletableFuture.runAsync(() -> {
      Path aside = folder.resolveSibling(folder.getFileName() + "-aside");
      try {
        while (!over.get()) {
          Files.move(folder, aside);
          Files.createSymbolicLink(folder, elsewhere);
          LockSupport.parkNanos(100_000);
          Files.delete(folder);
          Files.move(aside, folder);
          LockSupport.parkNanos(100_000);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  private TrialOutcome exchangedSource() throws IOException {
    Path folder = Files.createDirectories(from.resolve("exchanged"));
    Files.write(folder.resolve("key"), new byte[SECRET.length]);
    int secrets = 0;
    int delivered = 0;
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> exchanging = exchange(folder, outside, over);
    for (int i = 0; i < TRIES; i++) {
      Path target = target();
      delivered += move(folder.resolve("key").toString(), SECRET.length, target).getComplete() ? 1 : 0;
      secrets += Files.exists(target) && Arrays.equals(Files.readAllBytes(target), SECRET) ? 1 : 0;
    }
    over.set(true);
    exchanging.join();
    return secrets == 0 ? TrialOutcome.refused("the folder's own file " + delivered + " times, the other one never")
        : TrialOutcome.served("the secret " + secrets + " times");
  }

  private TrialOutcome exchangedTarget() throws IOException {
    Path folder = Files.createDirectories(to.resolve("exchanged"));
    Path elsewhere = Files.createDirectories(bed.directory().resolve("elsewhere"));
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> exchanging = exchange(folder, elsewhere, over);
    int delivered = 0;
    for (int i = 0; i < TRIES; i++) {
      delivered += move(from.resolve("key").toString(), SECRET.length, folder.resolve("new-" + i)).getComplete() ? 1 : 0;
    }
    over.set(true);
    exchanging.join();
    try (var files = Files.list(elsewhere)) {
      long written = files.count();
      return written == 0 ? TrialOutcome.refused("into the folder itself " + delivered + " times, elsewhere never")
          : TrialOutcome.served(written + " files elsewhere");
    }
  }

  private Path large() throws IOException {
    return Files.write(from.resolve("large-" + targets), new byte[LARGE_BYTES]);
  }

  private static byte[] ones() {
    byte[] ones = new byte[LARGE_BYTES];
    Arrays.fill(ones, (byte) 1);
    return ones;
  }

  /** Replaces all of the file while it is on its way. */
  private TrialOutcome torn(boolean timeSetBack) throws IOException {
    Path source = large();
    FileTime time = Files.getLastModifiedTime(source);
    return changed(source, () -> {
      try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
        file.write(ones());
      }
      if (timeSetBack) {
        Files.setLastModifiedTime(source, time);
      }
    });
  }

  private TrialOutcome replaced() throws IOException {
    Path source = large();
    return changed(source, () -> {
      Path fresh = Files.write(source.resolveSibling("fresh"), ones());
      Files.move(fresh, source, StandardCopyOption.ATOMIC_MOVE);
    });
  }

  /** A change of a file. */
  private interface Change {
    void make() throws IOException;
  }

  private TrialOutcome changed(Path source, Change change) throws IOException {
    Path target = target();
    CompletableFuture<Void> changing = CompletableFuture.runAsync(() -> {
      LockSupport.parkNanos(BEGUN_NANOS);
      try {
        change.make();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    ShuffleResult result = move(source.toString(), LARGE_BYTES, target);
    changing.join();
    if (!result.getComplete()) {
      return TrialOutcome.refused(result.getProblem());
    }
    return isWhole(Files.readAllBytes(target)) ? TrialOutcome.refused("delivered as it was before, or as it is now")
        : TrialOutcome.served("a part of one file and a part of another, as verified");
  }

  private static boolean isWhole(byte[] bytes) {
    return Arrays.equals(bytes, bytes[0] == 1 ? ones() : new byte[LARGE_BYTES]);
  }

  private TrialOutcome honest() throws IOException {
    Path target = target();
    ShuffleResult result = move(from.resolve("key").toString(), SECRET.length, target);
    boolean same = result.getComplete() && Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(target), Files.readAllBytes(from.resolve("key")));
    return new TrialOutcome(same, same ? "identical" : "not identical: " + result.getProblem());
  }
}
