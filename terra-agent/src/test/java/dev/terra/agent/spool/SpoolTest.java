package dev.terra.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.wire.Checksum;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final int CHUNK = 100_000;

  @TempDir
  Path directory;

  private final BlockingQueue<Runnable> owner = new LinkedBlockingQueue<>();
  private final Random random = new Random(5);

  private Spool open(long memory, long disk) throws IOException {
    return Spool.open(new SpoolConfig(memory, disk, Optional.of(directory.toString())), owner::add);
  }

  private void runOne() throws InterruptedException {
    Runnable task = owner.poll(10, TimeUnit.SECONDS);
    assertThat(task).isNotNull();
    task.run();
  }

  /** Without a bound, a disk that is slower than the network keeps all that waits for it in memory. */
  @Test
  void whatWaitsForTheDiskIsBounded() throws IOException, InterruptedException {
    try (Spool spool = open(SpoolConfig.MIN_MEMORY_BYTES, 4 * Spool.MAX_WRITING_BYTES)) {
      byte[] large = new byte[1 << 20];
      List<Boolean> safe = new ArrayList<>();
      while (put(spool, large, true, safe).filter(piece -> !piece.onDisk()).isPresent()) {
        // memory is filled first
      }
      int writing = 1;
      while (put(spool, large, true, safe).isPresent()) {
        writing++;
      }
      assertThat((long) writing << 20).as("none of it is written until its owner hears so").isEqualTo(Spool.MAX_WRITING_BYTES);
      runOne();
      assertThat(put(spool, large, true, safe)).as("as much as was written finds room").isPresent();
      for (int i = 0; i < writing; i++) {
        runOne();
      }
    }
  }

  private byte[] chunk() {
    byte[] bytes = new byte[CHUNK];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Optional<Piece> put(Spool spool, byte[] data, boolean requested, List<Boolean> safe) {
    return spool.put(data, Checksum.of(data), requested, safe::add);
  }

  @Test
  void memoryComesFirstThenDiskAndAheadGetsThreeQuartersOfEach() throws Exception {
    List<Boolean> safe = new ArrayList<>();
    try (Spool spool = open(1 << 20, 2 << 20)) {
      int ahead = 0;
      while (put(spool, chunk(), false, safe).isPresent()) {
        ahead++;
      }
      assertThat((long) ahead * CHUNK).isBetween(2_000_000L, 3 * (3L << 20) / 4);
      assertThat(spool.freeAheadBytes()).isLessThan(2 * CHUNK);
      int requested = 0;
      while (put(spool, chunk(), true, safe).isPresent()) {
        requested++;
      }
      assertThat((long) requested * CHUNK).isGreaterThan(600_000);
      assertThat(spool.usage().memoryUsedBytes()).isLessThanOrEqualTo(1 << 20);
      assertThat(spool.usage().diskUsedBytes()).isLessThanOrEqualTo(2 << 20);
      int onDisk = ahead + requested - safe.size();
      for (int i = 0; i < onDisk; i++) {
        runOne();
      }
      assertThat(safe).hasSize(ahead + requested).doesNotContain(false);
    }
    try (var left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void whatComesOutIsWhatWentIn() throws Exception {
    try (Spool spool = open(1 << 20, 4 << 20)) {
      List<byte[]> chunks = new ArrayList<>();
      List<Piece> pieces = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        chunks.add(chunk());
        pieces.add(put(spool, chunks.get(i), true, new ArrayList<>()).orElseThrow());
      }
      while (!owner.isEmpty() || spool.usage().diskUsedBytes() == 0) {
        runOne();
      }
      for (int i = 0; i < 30; i++) {
        List<byte[]> read = new ArrayList<>();
        spool.read(pieces.get(i), bytes -> read.add(bytes.orElseThrow()));
        while (read.isEmpty()) {
          runOne();
        }
        assertThat(read.get(0)).isEqualTo(chunks.get(i));
        spool.free(pieces.get(i));
      }
      // A piece that is freed while the disk still writes it keeps its room until the disk is done.
      while (spool.usage().memoryUsedBytes() > 0 || spool.usage().diskUsedBytes() > 0) {
        runOne();
      }
      assertThatThrownBy(() -> spool.free(pieces.get(0))).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void bytesThatRottedOnTheDiskDoNotComeOut() throws Exception {
    try (Spool spool = open(1 << 20, 4 << 20)) {
      Piece last = null;
      for (int i = 0; i < 12; i++) {
        last = put(spool, chunk(), true, new ArrayList<>()).orElseThrow();
      }
      while (last.data() != null) {
        runOne();
      }
      Path file = directory.resolve("terra-spool.data");
      try (RandomAccessFile rot = new RandomAccessFile(file.toFile(), "rw")) {
        long at = (long) last.firstPage() * SpoolFile.PAGE_BYTES + 77;
        rot.seek(at);
        int was = rot.read();
        rot.seek(at);
        rot.write(was ^ 1);
      }
      List<Optional<byte[]>> read = new ArrayList<>();
      spool.read(last, read::add);
      while (read.isEmpty()) {
        runOne();
      }
      assertThat(read.get(0)).isEmpty();
    }
  }

  @Test
  void aFreedPieceKeepsItsPagesUntilTheDiskIsDoneWithThem() throws Exception {
    try (Spool spool = open(1 << 20, 4 << 20)) {
      List<Boolean> safe = new ArrayList<>();
      Piece onDisk = null;
      for (int i = 0; i < 11; i++) {
        onDisk = put(spool, chunk(), true, safe).orElseThrow();
      }
      int before = safe.size();
      spool.free(onDisk);
      assertThat(spool.usage().diskUsedBytes()).isPositive();
      runOne();
      assertThat(spool.usage().diskUsedBytes()).isZero();
      assertThat(safe).hasSize(before);
    }
  }

  @Test
  void aDirectoryServesOneAgent() throws Exception {
    try (Spool first = open(1 << 20, 1 << 20)) {
      assertThat(first.reservedBytes()).isEqualTo((2 << 20) / 4);
      assertThatThrownBy(() -> open(1 << 20, 1 << 20)).isInstanceOf(IOException.class).hasMessageContaining("another agent");
    }
  }

  @Test
  void nobodyElseReadsTheSpool() throws IOException {
    Path file = directory.resolve("own/terra-spool.data");
    Files.createDirectories(file.getParent());
    Files.setPosixFilePermissions(Files.writeString(file, "left by a kill"), PosixFilePermissions.fromString("rw-r--r--"));
    try (Spool spool = Spool.open(new SpoolConfig(1 << 20, 1 << 20, Optional.of(file.getParent().toString())), owner::add)) {
      assertThat(spool).isNotNull();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
      assertThat(file).isEmptyFile();
    }
    Path fresh = directory.resolve("fresh");
    Spool.open(new SpoolConfig(1 << 20, 1 << 20, Optional.of(fresh.toString())), owner::add).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh))).isEqualTo("rwx------");
  }

  @Test
  void aLinkInTheSpoolsPlaceIsNotFollowed() throws IOException {
    Path victim = Files.writeString(directory.resolve("victim"), "untouched");
    Files.createSymbolicLink(directory.resolve("terra-spool.data"), victim);

    assertThatThrownBy(() -> open(1 << 20, 1 << 20)).isInstanceOf(IOException.class);
    assertThat(victim).hasContent("untouched");
  }
}
