package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.stats.Events;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a cache's disk does for readers, one by one. */
class DiskLayerTest {
  private static final String JOB = "one";
  private static final SegmentId FIRST = CacheBed.id(JOB, 0, 0);
  private static final int OTHERS = 24;
  private static final int PARTS = 5;

  @TempDir
  Path folder;

  private TestDisk disk;
  private CacheBed bed;
  private int readers;

  @BeforeEach
  void open() throws IOException {
    disk = new TestDisk(folder.resolve("cache"), 8 << 20, 64 << 10);
    bed = new CacheBed(300_000, disk);
    bed.grant(JOB);
    bed.grant("one/2");
  }

  @AfterEach
  void close() throws IOException {
    bed.close();
    assertThat(folder).isEmptyDirectory();
  }

  private CacheBed.Reader reader(SegmentId id) {
    return bed.reader(List.of(id), readers++, false, true);
  }

  /** Lets the first segment cross the WAN in several pieces and then leave memory for the disk. */
  private void store() {
    reader(FIRST);
    int length = CacheBed.content(FIRST).length;
    SegmentCopy copy = bed.asked.keySet().iterator().next();
    for (int i = 0; i < PARTS; i++) {
      bed.send(copy, length * i / PARTS, length * (i + 1) / PARTS);
    }
    bed.asked.clear();
    for (int i = 0; i < OTHERS; i++) {
      reader(CacheBed.id("one/2", i, 0));
      bed.sendAll();
      bed.settle();
    }
    assertThat(bed.cache.use().disk().usedBytes()).isPositive();
  }

  private static void assertWhole(CacheBed.Reader reader) {
    assertThat(reader.failure).isEmpty();
    assertThat(reader.ended).isTrue();
    assertThat(reader.body.toByteArray()).isEqualTo(reader.expected());
  }

  private void assertCrossesAgain(CacheBed.Reader reader) {
    assertThat(bed.asked).hasSize(1);
    bed.sendAll();
    assertWhole(reader);
  }

  @Test
  void whatLeftMemoryComesBackFromTheDiskForAllItsReaders() {
    store();
    long crossed = bed.cache.use().traffic().crossedBytes();
    List<CacheBed.Reader> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(reader(FIRST));
    }
    assertThat(all).allMatch(reader -> reader.body.size() == 0);
    bed.settle();
    all.forEach(DiskLayerTest::assertWhole);
    assertThat(bed.asked).isEmpty();
    assertThat(bed.cache.use().disk().segments().hits()).isEqualTo(1);
    assertThat(bed.cache.use().traffic().crossedBytes()).isEqualTo(crossed);
    assertThat(bed.cache.use().spoiled()).isZero();
    assertThat(bed.cache.figures().orElseThrow().disk().hits()).isEqualTo(1);
  }

  @Test
  void aBitThatChangesOnTheDiskReachesNoReader() throws IOException {
    store();
    disk.flip(Arrays.copyOf(CacheBed.content(FIRST), CacheBed.content(FIRST).length / PARTS));
    CacheBed.Reader first = reader(FIRST);
    CacheBed.Reader second = reader(FIRST);
    bed.settle();
    assertThat(first.body.size() + second.body.size()).isZero();
    assertCrossesAgain(first);
    assertWhole(second);
    assertThat(bed.cache.use().spoiled()).isEqualTo(1);
    assertThat(bed.events.newest()).extracting(Events.Event::what).containsExactly("cache-spoiled");
    assertThat(bed.cache.use().disk().failed()).isFalse();
  }

  @Test
  void aReaderThatHasHadItsBeginningGoesToTheOriginIfTheRestIsSpoiled() throws IOException {
    store();
    byte[] content = CacheBed.content(FIRST);
    disk.flip(Arrays.copyOfRange(content, content.length * (PARTS - 1) / PARTS, content.length));
    CacheBed.Reader reader = reader(FIRST);
    bed.settle();
    assertThat(reader.failure).contains("the disk of this agent's cache lost");
    byte[] got = reader.body.toByteArray();
    assertThat(got).isNotEmpty().isEqualTo(Arrays.copyOf(reader.expected(), got.length));
    assertThat(bed.cache.use().spoiled()).isEqualTo(1);
  }

  @Test
  void aReaderWithoutProofGetsNothingFromTheDisk() {
    store();
    CacheBed.Reader stranger = bed.reader(List.of(FIRST), readers++, false, false);
    bed.settle();
    assertThat(stranger.failure).isNotEmpty();
    assertThat(stranger.body.size()).isZero();
    assertThat(bed.cache.use().disk().segments().hits()).isZero();
  }

  @Test
  void withoutTheKeyOfItsShuffleAReaderWaitsForTheOriginsWord() {
    store();
    bed.keys.drop(new ShuffleId(JOB));
    CacheBed.Reader reader = reader(FIRST);
    bed.settle();
    assertThat(reader.body.size()).isZero();
    assertThat(bed.asked).hasSize(1);
    bed.grant(JOB);
    assertCrossesAgain(reader);
    assertThat(bed.cache.use().disk().segments().hits()).isZero();
  }

  @Test
  void aDiskThatFailsIsGivenUpAndReadersGoOnWithoutIt() {
    store();
    CacheBed.Reader reader = reader(FIRST);
    disk.fail();
    bed.settle();
    assertCrossesAgain(reader);
    bed.pass(100);
    assertThat(bed.cache.use().disk().failed()).isTrue();
    assertThat(bed.cache.use().disk().usedBytes()).isZero();
    assertThat(bed.cache.use().spoiled()).isZero();
    assertCrossesAgain(reader(CacheBed.id("one/2", 0, 0)));
  }

  @Test
  void aDiskWhoseWritesFailIsGivenUp() {
    disk.fail();
    reader(FIRST);
    bed.sendAll();
    for (int i = 0; i < OTHERS; i++) {
      CacheBed.Reader other = reader(CacheBed.id("one/2", i, 0));
      bed.sendAll();
      bed.pass(100);
      assertWhole(other);
    }
    assertThat(bed.cache.use().disk().failed()).isTrue();
    assertThat(bed.cache.use().disk().usedBytes()).isZero();
    assertThat(bed.cache.use().disk().memoryBytes()).isZero();
    assertCrossesAgain(reader(FIRST));
  }

  @Test
  void aDiskThatDoesNotAnswerIsGivenUpAndItsReadersGoToTheOrigin() {
    store();
    disk.stick(true);
    CacheBed.Reader reader = reader(FIRST);
    bed.pass(TimeUnit.NANOSECONDS.toMillis(DiskLayer.PATIENCE_NANOS));
    assertThat(reader.isOver()).isFalse();
    bed.pass(1);
    assertThat(reader.failure).contains("does not answer");
    assertThat(reader.body.size()).isZero();
    assertCrossesAgain(reader(FIRST));
    assertThat(bed.cache.use().disk().failed()).isTrue();
    disk.stick(false);
    bed.settle();
    assertThat(bed.cache.use().disk().usedBytes()).isZero();
  }

  @Test
  void aFileThatLostItsNameServesOn() throws IOException {
    store();
    disk.delete();
    CacheBed.Reader first = reader(FIRST);
    bed.settle();
    assertWhole(first);
  }

  @Test
  void aFileThatWasCutReachesNoReader() throws IOException {
    store();
    disk.cut(0);
    CacheBed.Reader reader = reader(FIRST);
    bed.settle();
    assertCrossesAgain(reader);
    assertThat(bed.cache.use().disk().failed() || bed.cache.use().spoiled() == 1).as("later writes may have filled the gap").isTrue();
  }

  @Test
  void anEndedShuffleIsOffTheDiskAlsoWhileItComesBack() {
    store();
    CacheBed.Reader reader = reader(FIRST);
    bed.cache.end(new ShuffleId(JOB), new SiteId("elsewhere"));
    assertThat(reader.isOver()).isFalse();
    bed.cache.end(new ShuffleId(JOB), CacheBed.A);
    assertThat(reader.failure).contains("is over");
    bed.cache.end(new ShuffleId("one/2"));
    bed.settle();
    assertThat(bed.cache.use().disk().usedBytes()).isZero();
    assertThat(bed.cache.use().disk().memoryBytes()).isZero();
    assertThat(bed.cache.use().usedBytes()).isZero();
    assertThat(reader.body.size()).isZero();
  }

  @Test
  void aNewerAttemptOfAProducerRemovesTheOlderFromTheDisk() {
    store();
    bed.cache.end(new ShuffleId("one/2"));
    long before = bed.cache.use().disk().usedBytes();
    reader(CacheBed.id(JOB, 0, 1));
    bed.sendAll();
    assertThat(bed.cache.use().disk().usedBytes()).isLessThan(before);
    reader(FIRST);
    assertThat(bed.asked).hasSize(1);
  }
}
