package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the disk of a cache keeps and how much room that takes, to the byte. */
class DiskSegmentsTest {
  private static final int PAGE = 4_096;
  private static final int PAGES = 10;
  private static final int WRITING = 30_000;
  private static final int BOOKS = 10_000;
  private static final SiteId SOURCE = new SiteId("A");

  @TempDir
  Path folder;

  private TestDisk disk;
  private DiskSegments segments;

  @BeforeEach
  void open() throws IOException {
    disk = new TestDisk(folder.resolve("cache"), PAGES * PAGE, WRITING);
    segments = new DiskSegments(disk.file, BOOKS);
  }

  @AfterEach
  void close() throws IOException {
    disk.close();
    assertThat(folder).isEmptyDirectory();
  }

  private static SegmentId id(int producer) {
    return CacheBed.id("one", producer, 0);
  }

  private static CachedSegment whole(SegmentId id, boolean shared, int... lengths) {
    CachedSegment segment = new CachedSegment(id, SOURCE, shared);
    segment.describe(Arrays.stream(lengths).sum(), 1);
    Random random = new Random(id.hashCode());
    for (int length : lengths) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      segment.add(bytes);
    }
    assertThat(segment.finish(segment.crc())).isTrue();
    return segment;
  }

  private CachedSegment offered(int producer, int... lengths) {
    CachedSegment segment = whole(id(producer), true, lengths);
    segments.offer(segment);
    disk.settle();
    return segment;
  }

  private boolean has(int producer) {
    return segments.find(id(producer)).isPresent();
  }

  private CacheUse.Disk use() {
    return segments.use(0);
  }

  @Test
  void aSegmentTakesItsPagesAndItsPlaceInTheBooksAndWhatIsBeingWrittenCounts() {
    segments.offer(whole(id(0), true, 5_000, 100));
    assertThat(use()).isEqualTo(new CacheUse.Disk(PAGES * PAGE, 3 * PAGE, 1_024 + 2 * 128 + 5_100, new CacheUse.Segments(0, 0), false));
    disk.settle();
    assertThat(use().memoryBytes()).isEqualTo(1_024 + 2 * 128);
    segments.find(id(0)).ifPresent(segments::remove);
    assertThat(use()).isEqualTo(new CacheUse.Disk(PAGES * PAGE, 0, 0, new CacheUse.Segments(0, 0), false));
  }

  @Test
  void whatComesBackIsWhatWasStored() {
    CachedSegment segment = offered(0, 5_000, 100);
    StoredSegment stored = segments.find(id(0)).orElseThrow();
    assertThat(stored.crc()).isEqualTo(segment.crc());
    assertThat(stored.length().getPartLength()).isEqualTo(5_100);
    List<Optional<byte[]>> read = new ArrayList<>();
    segments.hold(stored);
    segments.read(stored, 0, read::add);
    segments.read(stored, 1, read::add);
    assertThat(read).isEmpty();
    disk.settle();
    segments.release(stored);
    for (int i = 0; i < 2; i++) {
      assertThat(read.get(i).orElseThrow()).isEqualTo(segment.pieces().get(i).data());
    }
  }

  @Test
  void whatOneReaderReadOnceOrWhatIsNotWholeIsNotKept() {
    segments.offer(whole(id(0), false, 100));
    CachedSegment part = new CachedSegment(id(1), SOURCE, true);
    part.describe(200, 1);
    part.add(new byte[100]);
    segments.offer(part);
    CachedSegment readTwice = whole(id(2), false, 100);
    readTwice.join(new NoReader());
    readTwice.join(new NoReader());
    segments.offer(readTwice);
    assertThat(has(0) || has(1)).isFalse();
    assertThat(has(2)).isTrue();
    assertThat(use().segments().refused()).isZero();
  }

  @Test
  void whatTheDiskCannotWriteSoonIsNotKept() {
    disk.stick(true);
    segments.offer(whole(id(0), true, WRITING));
    segments.offer(whole(id(1), true, 1));
    assertThat(has(0)).isTrue();
    assertThat(has(1)).isFalse();
    assertThat(use().segments().refused()).isEqualTo(1);
    disk.stick(false);
    disk.settle();
    offered(1, 1);
    assertThat(has(1)).isTrue();
  }

  @Test
  void whatWasNotReadForTheLongestTimeGoesFirst() {
    offered(0, 4 * PAGE);
    offered(1, 4 * PAGE);
    segments.find(id(0));
    offered(2, 4 * PAGE);
    assertThat(has(1)).isFalse();
    assertThat(has(0) && has(2)).isTrue();
    assertThat(use().usedBytes()).isEqualTo(8 * PAGE);
  }

  @Test
  void whatIsLargerThanTheDiskPushesNothingOut() {
    offered(0, 100);
    offered(1, 6 * PAGE + 1, 1, 1, 1, 1);
    assertThat(has(0)).isTrue();
    assertThat(has(1)).isFalse();
    assertThat(use().segments().refused()).isEqualTo(1);
  }

  @Test
  void theBooksAreBounded() {
    for (int i = 0; i < PAGES; i++) {
      offered(i, 1);
    }
    int kept = BOOKS / (1_024 + 128);
    assertThat(use().memoryBytes()).isEqualTo((1_024L + 128) * kept);
    assertThat(use().usedBytes()).isEqualTo((long) kept * PAGE);
    assertThat(has(PAGES - 1 - kept)).isFalse();
    assertThat(has(PAGES - kept)).isTrue();
  }

  @Test
  void whatIsBeingReadKeepsItsRoom() {
    offered(0, 4 * PAGE);
    StoredSegment stored = segments.find(id(0)).orElseThrow();
    segments.hold(stored);
    offered(1, 4 * PAGE);
    offered(2, 4 * PAGE);
    assertThat(has(0) && has(2)).isTrue();
    segments.remove(stored);
    assertThat(has(0)).isFalse();
    assertThat(use().usedBytes()).isEqualTo(8 * PAGE);
    segments.release(stored);
    assertThat(use().usedBytes()).isEqualTo(4 * PAGE);
  }

  @Test
  void aShuffleThatEndsLeavesNothing() {
    offered(0, 100, 200);
    segments.offer(whole(CacheBed.id("two", 0, 0), true, 300));
    disk.settle();
    segments.remove(id(0).shuffle(), stored -> true);
    assertThat(use().usedBytes()).isEqualTo(PAGE);
    assertThat(use().memoryBytes()).isEqualTo(1_024 + 128);
    assertThat(segments.find(CacheBed.id("two", 0, 0))).isPresent();
  }

  @Test
  void aDiskThatFailsTakesNoMoreAndHasNothing() {
    offered(0, 100);
    disk.fail();
    offered(1, 100);
    assertThat(use().failed()).isTrue();
    segments.giveUp("");
    offered(2, 100);
    assertThat(has(0) || has(1) || has(2)).isFalse();
    assertThat(use().usedBytes()).isZero();
    assertThat(use().memoryBytes()).isZero();
  }

  @Test
  void anEmptySegmentTakesNothingOfTheDisk() {
    offered(0);
    assertThat(has(0)).isTrue();
    assertThat(segments.find(id(0)).orElseThrow().crc()).isEqualTo(Checksum.of(new byte[0]));
    assertThat(use().usedBytes()).isZero();
  }

  /** A reader that ignores all notices. */
  private static final class NoReader implements CachedSegment.Reader {
    @Override
    public void news() {
      // nothing waits
    }

    @Override
    public void lost(CachedSegment.Loss loss, String why) {
      // nothing waits
    }
  }
}
