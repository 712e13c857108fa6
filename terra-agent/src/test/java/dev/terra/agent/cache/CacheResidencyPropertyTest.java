package dev.terra.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.control.PlaceRules;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.QueuePlaces;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Tests readers at B of jobs of several queues, while a controller changes the residency of these queues. The cache at B has no segment, in
 * memory or on disk, of a job whose bytes may not be at B, and has segments of other jobs.
 */
class CacheResidencyPropertyTest {
  private static final SiteId B = new SiteId("B");
  private static final List<String> QUEUES = List.of("eu", "pii", "free");
  private static final int SHUFFLES = 6;
  private static final int SEGMENTS = 8;
  private static final int STEPS = 300;

  private static int kept;
  private static int dropped;
  private static long diskHits;

  /** Without enough segments kept, dropped and read from disk, the tries would show little. */
  @AfterContainer
  static void muchWasKeptAndMuchWasDropped() {
    assertThat(kept).isGreaterThan(1_000);
    assertThat(dropped).isGreaterThan(100);
    assertThat(diskHits).isGreaterThan(100);
  }

  /** The cache of one agent at B. */
  private static final class Site implements AutoCloseable {
    private final Random random;
    private final PlaceRules places = new PlaceRules();
    private final Map<ShuffleId, String> queues = new HashMap<>();
    private final List<CacheBed.Reader> readers = new ArrayList<>();
    private final Path folder;
    private final CacheBed bed;
    private Map<String, Set<String>> rules = Map.of();

    Site(long seed) throws IOException {
      random = new Random(seed);
      folder = Files.createTempDirectory("terra-residency");
      TestDisk disk = new TestDisk(folder.resolve("cache"), 1 << 20, 60_000);
      bed = new CacheBed(300_000, disk, shuffle -> places.mayBeAt(shuffle, B));
      places.follow(shuffle -> false, shuffle -> Optional.ofNullable(queues.get(shuffle)).map(queue -> new ShuffleDescriptor(
          shuffle, Optional.empty(), ReaderOrder.IN_TURN, false, new ShuffleDescriptor.Owner(queue, "ann"))));
      for (int i = 0; i < SHUFFLES; i++) {
        bed.grant("job_" + i);
        if (i > 0) {
          queues.put(new ShuffleId("job_" + i), QUEUES.get(i % QUEUES.size()));
        }
      }
    }

    /**
     * Returns whether the rules allow bytes of a shuffle at B. If the queue of a shuffle is not known, the rules of all queues apply to it.
     */
    boolean mayBeHere(ShuffleId shuffle) {
      String queue = queues.get(shuffle);
      return rules.entrySet().stream().noneMatch(rule -> (queue == null || rule.getKey().equals(queue)) && rule.getValue().contains("B"));
    }

    void rule() {
      long before = forbidden();
      rules = new HashMap<>();
      for (String queue : List.of("eu", "pii")) {
        Set<String> avoided = List.of("B", "C").stream().filter(site -> random.nextBoolean()).collect(Collectors.toSet());
        if (!avoided.isEmpty()) {
          rules.put(queue, avoided);
        }
      }
      places.replace(rules.entrySet().stream()
          .map(rule -> QueuePlaces.newBuilder().setQueue(rule.getKey()).addAllAvoided(rule.getValue()).build()).toList());
      long after = forbidden();
      dropped += before == 0 && after > 0 ? 1 : 0;
      bed.cache.review();
    }

    private long forbidden() {
      return bed.cache.figures().orElseThrow().usedByShuffle().keySet().stream().filter(shuffle -> !mayBeHere(shuffle)).count();
    }

    void read() {
      String job = "job_" + random.nextInt(SHUFFLES);
      List<SegmentId> ids = List.of(CacheBed.id(job, random.nextInt(SEGMENTS), 0));
      boolean open = bed.cache.isOpenTo(new ShuffleId(job));
      assertThat(open).isEqualTo(mayBeHere(new ShuffleId(job)));
      if (open) {
        CacheBed.Reader reader = bed.reader(ids, readers.size(), false, true);
        reader.writable = random.nextInt(10) > 0;
        readers.add(reader);
      }
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0 -> rule();
        case 1, 2 -> bed.settle();
        case 3 -> bed.pass(100);
        case 4, 5, 6 -> bed.sendAll();
        default -> read();
      }
      assertThat(forbidden()).as("rules %s", rules).isZero();
      kept += bed.cache.figures().orElseThrow().usedByShuffle().size();
    }

    /** Forbids all queues at B, and asserts that the cache then keeps nothing, whatever the disk is doing. */
    void forbidAll() {
      places.replace(QUEUES.stream().map(queue -> QueuePlaces.newBuilder().setQueue(queue).addAvoided("B").build()).toList());
      bed.cache.review();
      assertThat(bed.cache.use().usedBytes()).isZero();
      bed.settle();
      assertThat(bed.cache.use().disk().usedBytes()).isZero();
      readers.forEach(reader -> {
        byte[] got = reader.body.toByteArray();
        assertThat(got).isEqualTo(Arrays.copyOf(reader.expected(), got.length));
      });
      diskHits += bed.cache.use().disk().segments().hits();
    }

    @Override
    public void close() throws IOException {
      bed.close();
      Files.delete(folder);
    }
  }

  @Property(tries = 50)
  void noSegmentIsKeptWhereTheRulesForbidIt(@ForAll long seed) throws IOException {
    try (Site site = new Site(seed)) {
      for (int i = 0; i < STEPS; i++) {
        site.step();
      }
      site.forbidAll();
    }
  }
}
