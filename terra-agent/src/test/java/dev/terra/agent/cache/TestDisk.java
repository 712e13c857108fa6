package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import dev.terra.agent.spool.PieceFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The disk of a cache, which is as fast, as slow or as broken as a test determines. The test's thread acts as the agent's and as the
 * disk's.
 */
final class TestDisk {
  final PieceFile file;
  private final Path path;
  private final Queue<Runnable> owner = new ArrayDeque<>();
  private final Worker worker = new Worker();

  /** Runs the tasks of the disk when the test lets it. */
  private static final class Worker extends AbstractExecutorService {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean stuck;
    private boolean broken;
    private boolean ended;

    @Override
    public void execute(Runnable task) {
      waiting.add(task);
    }

    void work() {
      while (!stuck && !waiting.isEmpty()) {
        if (broken) {
          Thread.currentThread().interrupt(); // makes a channel fail as if its disk did
        }
        waiting.remove().run();
        Thread.interrupted();
      }
    }

    @Override
    public void shutdown() {
      stuck = false;
      work();
      ended = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shutdown();
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return ended;
    }

    @Override
    public boolean isTerminated() {
      return ended;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return ended;
    }
  }

  /** Creates a disk with an empty file. */
  TestDisk(Path path, long diskBytes, long writingBytes) throws IOException {
    this.path = path;
    this.file = PieceFile.open(path, new PieceFile.Bounds(diskBytes, writingBytes), new PieceFile.Threads(owner::add, worker));
  }

  /** Runs all tasks that were given to the disk, unless it is stuck. */
  void settle() {
    do {
      worker.work();
      while (!owner.isEmpty()) {
        owner.remove().run();
      }
    } while (!worker.stuck && !worker.waiting.isEmpty());
  }

  /** Makes the disk do nothing from now on, or lets it go on. */
  void stick(boolean now) {
    worker.stuck = now;
  }

  /** Makes each further read and write fail, as on a disk that is full or gone. */
  void fail() {
    worker.broken = true;
  }

  /** Flips one bit of the file, if the file has any and has not been deleted. */
  void flip(Random random) throws IOException {
    long length = Files.exists(path) ? Files.size(path) : 0;
    if (length > 0) {
      flip((long) (random.nextDouble() * length), 1 << random.nextInt(8));
    }
  }

  /** Flips the first bit of these bytes, which the file has to contain. */
  void flip(byte[] bytes) throws IOException {
    byte[] all = Files.readAllBytes(path);
    int at = Bytes.indexOf(all, bytes);
    assertThat(at).isNotNegative();
    flip(at, 1);
  }

  private void flip(long at, int bit) throws IOException {
    try (RandomAccessFile rot = new RandomAccessFile(path.toFile(), "rw")) {
      rot.seek(at);
      int was = rot.read();
      rot.seek(at);
      rot.write(was ^ bit);
    }
  }

  /** Cuts the file, as another program might. */
  void cut(long length) throws IOException {
    try (RandomAccessFile cut = new RandomAccessFile(path.toFile(), "rw")) {
      cut.setLength(length);
    }
  }

  /** Deletes the file's name. */
  void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  void close() throws IOException {
    settle();
    file.close();
    owner.clear();
  }
}
