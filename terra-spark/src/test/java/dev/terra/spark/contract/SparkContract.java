package dev.terra.spark.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.spark.support.BlockReader;
import dev.terra.spark.support.SparkSites;
import dev.terra.spark.support.TestDownloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tests that each subclass runs over one setup. Shuffle files have four partitions, of which the first is empty. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SparkContract {
  private static final String WRITER = SparkSites.WRITER;
  private static final int SHUFFLES = 20;

  private Path directory;
  private SparkSites sites;
  private final AtomicLong came = new AtomicLong();
  private int shuffle;

  /** Returns the options of the setup over which the tests run. */
  abstract SparkSites.Options options();

  /** Prepares the setup after all its parts have started. */
  void prepare(SparkSites started) throws Exception {
    for (int i = 0; i < SHUFFLES; i++) {
      started.schedule(i);
    }
  }

  /**
   * Checks what else must hold after all tests.
   *
   * @param came the number of bytes that readers have received
   */
  abstract void check(SparkSites after, long came);

  @BeforeAll
  void start(@TempDir Path root) throws Exception {
    directory = root;
    sites = new SparkSites(directory, options());
    prepare(sites);
  }

  @AfterAll
  void stop() throws Exception {
    if (sites != null) {
      try (SparkSites all = sites) {
        check(all, came.get());
      }
    }
  }

  /** Returns the setup that has been started. */
  final SparkSites sites() {
    return sites;
  }

  private synchronized int newShuffle() {
    return shuffle++;
  }

  private byte[][] write(int number, long map, int... lengths) {
    byte[][] parts = new byte[lengths.length][];
    for (int i = 0; i < lengths.length; i++) {
      parts[i] = sites.bytes(lengths[i]);
    }
    sites.origin().write(number, map, parts);
    return parts;
  }

  private static byte[] join(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] whole = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }

  private void assertCame(BlockReader reader, Map<String, byte[]> expected) {
    assertThat(reader.failures()).isEmpty();
    assertThat(reader.blocks()).containsOnlyKeys(expected.keySet());
    expected.forEach((id, bytes) -> assertThat(reader.blocks().get(id)).as(id).isEqualTo(bytes));
    came.addAndGet(expected.values().stream().mapToLong(bytes -> bytes.length).sum());
  }

  @Test
  void oneBlock() {
    int number = newShuffle();
    byte[][] parts = write(number, 1, 0, 100_000, 50, 7);
    String id = "shuffle_" + number + "_1_1";
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, id), Map.of(id, parts[1]));
  }

  @Test
  void manyBlocksOfManyMaps() {
    int number = newShuffle();
    Map<String, byte[]> expected = new LinkedHashMap<>();
    for (int map = 0; map < 60; map++) {
      byte[][] parts = write(number, map, 0, 3_000 + map, 50, 20_000 - map);
      expected.put("shuffle_" + number + "_" + map + "_1", parts[1]);
      expected.put("shuffle_" + number + "_" + map + "_3", parts[3]);
    }
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, expected.keySet().toArray(String[]::new)), expected);
  }

  /** Adaptive execution requests coalesced partitions in this way, and a local reader all partitions of a map. */
  @Test
  void batchesOfPartitions() {
    int number = newShuffle();
    byte[][] first = write(number, 1, 0, 40_000, 50, 700);
    byte[][] second = write(number, 2, 0, 1, 90_000, 8);
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, "shuffle_" + number + "_1_1_3", "shuffle_" + number + "_2_1_3"),
        Map.of("shuffle_" + number + "_1_1_3", join(first[1], first[2]), "shuffle_" + number + "_2_1_3", join(second[1], second[2])));
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, "shuffle_" + number + "_1_0_4"),
        Map.of("shuffle_" + number + "_1_0_4", join(first)));
  }

  /** Two attempts of a task, two stages that read one shuffle, or parts of a skewed partition read in this way. */
  @Test
  void theSameBlocksAgainAndAtOnce() throws Exception {
    int number = newShuffle();
    byte[][] parts = write(number, 1, 0, 300_000, 50, 7);
    String id = "shuffle_" + number + "_1_1";
    List<BlockReader> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      readers.add(BlockReader.begin(sites.client(), sites.origin(), WRITER, null, id));
    }
    readers.forEach(reader -> assertCame(reader.await(), Map.of(id, parts[1])));
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, id), Map.of(id, parts[1]));
  }

  /** A stage's second attempt writes the lost output again, under another number. */
  @Test
  void aLostOutputFailsAndItsNextAttemptComes() throws Exception {
    int number = newShuffle();
    write(number, 1, 0, 100_000, 50, 7);
    String id = "shuffle_" + number + "_1_1";
    sites.origin().remove(number, 1);
    assertThat(BlockReader.fetch(sites.client(), sites.origin(), WRITER, id).failures()).containsOnlyKeys(id);
    byte[][] parts = write(number, 9, 0, 90_000, 50, 7);
    String next = "shuffle_" + number + "_9_1";
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, next), Map.of(next, parts[1]));
  }

  /** A decommissioned executor has passed its output on to another executor, under the same number. */
  @Test
  void blocksThatHaveMovedToAnotherExecutor() throws Exception {
    int number = newShuffle();
    byte[][] parts = write(number, 1, 0, 80_000, 50, 7);
    String id = "shuffle_" + number + "_1_1";
    sites.register("4");
    sites.origin().write("4", number, 1, parts);
    sites.origin().remove(number, 1);
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), "4", id), Map.of(id, parts[1]));
  }

  /**
   * This happens where an application's driver has restarted: it numbers tasks from the beginning again, and the executors' folders stay.
   */
  @Test
  void theSameTaskOfAnotherExecutor() throws Exception {
    int number = newShuffle();
    byte[][] before = write(number, 1, 0, 80_000, 50, 7);
    String id = "shuffle_" + number + "_1_1";
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, id), Map.of(id, before[1]));
    byte[][] now = {{}, sites.bytes(80_000), sites.bytes(50), sites.bytes(7)};
    sites.register("5");
    sites.origin().write("5", number, 1, now);
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), "5", id), Map.of(id, now[1]));
  }

  /** A skewed partition is read in parts, each of some maps, at the same time. */
  @Test
  void partsOfASkewedPartitionAtOnce() {
    int number = newShuffle();
    Map<String, byte[]> even = new LinkedHashMap<>();
    Map<String, byte[]> odd = new LinkedHashMap<>();
    for (int map = 0; map < 10; map++) {
      (map % 2 == 0 ? even : odd).put("shuffle_" + number + "_" + map + "_1", write(number, map, 0, 150_000, 50, 7)[1]);
    }
    List<BlockReader> readers = Stream.of(even, odd).map(half -> BlockReader.begin(sites.client(), sites.origin(), WRITER, null,
        half.keySet().toArray(String[]::new))).toList();
    assertCame(readers.get(0).await(), even);
    assertCame(readers.get(1).await(), odd);
  }

  @Test
  void manyFetchesAtOnce() throws Exception {
    int number = newShuffle();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int map = 0; map < 30; map++) {
      byte[][] parts = write(number, map, 0, 20_000, 30_000, 7);
      String id = "shuffle_" + number + "_" + map + "_2";
      all.add(CompletableFuture.runAsync(() -> assertCame(
          BlockReader.fetch(sites.client(), sites.origin(), WRITER, id), Map.of(id, parts[2]))));
    }
    for (CompletableFuture<Void> one : all) {
      one.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void aBigBlock() {
    int number = newShuffle();
    byte[][] parts = write(number, 1, 0, 12_000_000, 50, 7);
    String id = "shuffle_" + number + "_1_1";
    assertCame(BlockReader.fetch(sites.client(), sites.origin(), WRITER, id), Map.of(id, parts[1]));
  }

  @Test
  void blocksIntoFiles() throws Exception {
    int number = newShuffle();
    byte[][] parts = write(number, 1, 0, 900_000, 50, 7);
    TestDownloads files = new TestDownloads(directory.resolve("downloads"));
    BlockReader reader = BlockReader.begin(sites.client(), sites.origin(), WRITER, files, "shuffle_" + number + "_1_1",
        "shuffle_" + number + "_1_2").await();
    assertCame(reader, Map.of("shuffle_" + number + "_1_1", parts[1], "shuffle_" + number + "_1_2", parts[2]));
    assertThat(files.made()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aMissingBlockFailsAndTheOthersDoNotHang() {
    int number = newShuffle();
    write(number, 1, 0, 10_000, 50, 7);
    BlockReader reader = BlockReader.fetch(sites.client(), sites.origin(), WRITER, "shuffle_" + number + "_77_1");
    assertThat(reader.blocks()).isEmpty();
    assertThat(reader.failures()).containsOnlyKeys("shuffle_" + number + "_77_1");
  }

  @Test
  void aPartitionBeyondTheEndFails() {
    int number = newShuffle();
    write(number, 1, 0, 10_000, 50, 7);
    BlockReader reader = BlockReader.fetch(sites.client(), sites.origin(), WRITER, "shuffle_" + number + "_1_9");
    assertThat(reader.failures()).containsOnlyKeys("shuffle_" + number + "_1_9");
  }

  @Test
  void anotherApplicationGetsNothing() throws Exception {
    int number = newShuffle();
    write(number, 1, 0, 10_000, 50, 7);
    BlockStoreClient other = sites.newClient("application_1700000000000_0099", sites.secret());
    BlockReader reader = BlockReader.fetch(other, sites.origin(), WRITER, "shuffle_" + number + "_1_1");
    assertThat(reader.blocks()).isEmpty();
    assertThat(reader.failures()).hasSize(1);
  }

  @Test
  void blocksOfNoShuffleAreSparksOwn() {
    BlockReader reader = BlockReader.fetch(sites.client(), sites.origin(), WRITER, "rdd_1_2");
    assertThat(reader.failures()).containsOnlyKeys("rdd_1_2");
  }
}
