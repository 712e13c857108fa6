package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.shuffle.ShuffleId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a small cache with readers of two jobs that come in any order, are slow, go away or have no proof, while crossings fail and
 * attempts of producers follow one another. Each reader gets exactly its bytes, or a beginning of them and a reason to go to the origin.
 * With a disk, bits of its file change, the file is cut or deleted, and the disk stops or fails.
 */
class SiteCachePropertyTest {
  private static final int STEPS = 400;

  private static int ended;
  private static long hits;
  private static long diskHits;
  private static long spoiled;
  private static int failedDisks;

  @TempDir
  Path folder;

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final List<CacheBed.Reader> readers = new ArrayList<>();

  /** Without enough readers, hits and failures, the repetitions would show little. */
  @AfterAll
  static void manyReadersWereServedByOthersCrossings() {
    assertThat(ended).isGreaterThan(200);
    assertThat(hits).isGreaterThan(200);
    assertThat(diskHits).isGreaterThan(200);
    assertThat(spoiled).isGreaterThan(4);
    assertThat(failedDisks).isBetween(4, 56);
  }

  @RepeatedTest(60)
  void eachReaderGetsItsBytesOrAReason() throws IOException {
    long capacity = 1_000L + random.nextInt(400_000);
    try (CacheBed bed = new CacheBed(capacity)) {
      run(bed, capacity, () -> { });
    }
  }

  @RepeatedTest(60)
  void eachReaderGetsItsBytesOrAReasonWhateverTheDiskDoes() throws IOException {
    long capacity = 50_000L + random.nextInt(200_000);
    long diskBytes = 100_000L + random.nextInt(1_000_000);
    TestDisk disk = new TestDisk(folder.resolve("cache"), diskBytes, capacity / 8);
    boolean mayFail = random.nextBoolean();
    try (CacheBed bed = new CacheBed(capacity, disk)) {
      run(bed, capacity, () -> {
        disturb(disk, mayFail);
        readOne(bed);
      });
      CacheUse.Disk use = bed.cache.use().disk();
      assertThat(use.usedBytes()).as("seed " + seed).isLessThanOrEqualTo(diskBytes);
      diskHits += use.segments().hits();
      spoiled += bed.cache.use().spoiled();
      failedDisks += use.failed() ? 1 : 0;
      disk.stick(false);
      bed.settle();
      assertThat(bed.cache.use().disk()).as("seed " + seed).extracting(CacheUse.Disk::usedBytes, CacheUse.Disk::memoryBytes)
          .containsExactly(0L, 0L);
    }
    assertThat(folder).isEmptyDirectory();
  }

  private void run(CacheBed bed, long capacity, Runnable disturbance) {
    try {
      bed.grant("one");
      for (int i = 0; i < STEPS; i++) {
        step(bed);
        disturbance.run();
        assertBounds(bed.cache.use(), capacity);
      }
      finish(bed);
      readers.forEach(this::check);
      hits += bed.cache.use().traffic().hits();
      bed.cache.end(new ShuffleId("one"));
      bed.cache.end(new ShuffleId("two"));
      assertThat(bed.cache.use().usedBytes()).isZero();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static void assertBounds(CacheUse use, long capacity) {
    assertThat(use.usedBytes()).isBetween(0L, capacity);
    assertThat(use.usedBytes() + use.disk().memoryBytes()).isLessThanOrEqualTo(capacity);
    assertThat(use.disk().usedBytes()).isBetween(0L, use.disk().capacityBytes());
  }

  /** Now and then lets a reader of one segment take what it gets at once, or lets all readers go on, so that segments come and go. */
  private void readOne(CacheBed bed) {
    if (random.nextInt(4) == 0) {
      readers.add(bed.reader(List.of(CacheBed.id("one", random.nextInt(12), 0)), readers.size(), false, true));
      bed.sendAll();
      bed.settle();
    }
    if (random.nextInt(20) == 0) {
      readers.forEach(reader -> {
        reader.writable = true;
        reader.fetch.proceed();
      });
    }
  }

  private void disturb(TestDisk disk, boolean mayFail) {
    try {
      switch (random.nextInt(16)) {
        case 0, 1, 2, 3 -> disk.settle();
        case 4 -> disk.flip(random);
        case 5 -> disk.stick(random.nextBoolean());
        default -> disk.stick(false);
      }
      if (mayFail && random.nextInt(STEPS) == 0) {
        fail(disk);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fail(TestDisk disk) throws IOException {
    switch (random.nextInt(3)) {
      case 0 -> disk.fail();
      case 1 -> disk.cut(random.nextInt(100_000));
      default -> disk.delete();
    }
  }

  private void step(CacheBed bed) {
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> readers.add(newReader(bed));
      case 3 -> any(readers).forEach(reader -> reader.writable = random.nextBoolean());
      case 4 -> any(readers).stream().filter(reader -> random.nextInt(4) == 0).forEach(reader -> reader.fetch.cancel());
      case 5 -> any(List.copyOf(bed.asked.keySet())).stream().filter(copy -> random.nextInt(5) == 0)
          .forEach(copy -> bed.refuse(copy, random.nextInt(5) == 0));
      case 6 -> bed.pass(random.nextInt(300));
      case 7 -> bed.grant(random.nextBoolean() ? "one" : "two");
      case 8 -> any(readers).forEach(reader -> reader.fetch.proceed());
      default -> any(List.copyOf(bed.asked.keySet())).forEach(copy -> sendSome(bed, copy));
    }
    if (random.nextInt(200) == 0) {
      bed.cache.end(new ShuffleId("one"));
      bed.inbox.dropShuffle(new ShuffleId("one"));
    }
  }

  private <T> List<T> any(List<T> all) {
    return all.isEmpty() ? List.of() : List.of(all.get(random.nextInt(all.size())));
  }

  private CacheBed.Reader newReader(CacheBed bed) {
    String shuffle = random.nextInt(4) == 0 ? "two" : "one";
    List<SegmentId> ids = new ArrayList<>();
    for (int producer = 0; producer < 12; producer++) {
      if (random.nextInt(3) == 0) {
        ids.add(CacheBed.id(shuffle, producer, random.nextInt(8) == 0 ? 1 : 0));
      }
    }
    if (ids.isEmpty()) {
      ids.add(CacheBed.id(shuffle, 0, 0));
    }
    Collections.shuffle(ids, random);
    return bed.reader(ids, readers.size(), shuffle.equals("two"), random.nextInt(10) > 0);
  }

  private void sendSome(CacheBed bed, SegmentCopy copy) {
    int wanted = (int) Math.min(bed.asked.get(copy), CacheBed.content(copy.segment()).length);
    int start = random.nextInt(wanted + 1);
    bed.send(copy, start, Math.min(wanted, start + random.nextInt(20_000)));
  }

  private void finish(CacheBed bed) {
    readers.forEach(reader -> reader.writable = true);
    bed.grant("one");
    bed.grant("two");
    for (int i = 0; i < 100; i++) {
      readers.forEach(reader -> reader.fetch.proceed());
      bed.sendAll();
      bed.pass(1_100);
    }
  }

  private void check(CacheBed.Reader reader) {
    byte[] got = reader.body.toByteArray();
    byte[] expected = reader.expected();
    assertThat(reader.isOver()).isTrue();
    assertThat(got).isEqualTo(Arrays.copyOf(expected, got.length));
    if (reader.ended) {
      ended++;
      assertThat(got).isEqualTo(expected);
      assertThat(reader.promised).isEqualTo(expected.length);
    }
  }
}
