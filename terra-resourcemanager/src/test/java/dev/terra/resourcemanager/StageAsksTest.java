package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.resourcemanager.Racks.Rack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.yarn.api.records.Resource;

/** Tests of the rows that are added to one priority's requests. There are three racks of two nodes. */
class StageAsksTest {
  private static final Resource SIZE = Resource.newInstance(1024, 1);
  private static final Racks RACKS = new Racks(new TreeMap<>(Map.of(
      "/A", new Rack(List.of("a1", "a2"), 8192), "/B", new Rack(List.of("b1", "b2"), 8192), "/C", new Rack(List.of("c1", "c2"), 8192))));
  private static final Map<String, String> RACK_OF_NODE =
      Map.of("a1", "/A", "a2", "/A", "b1", "/B", "b2", "/B", "c1", "/C", "c2", "/C");
  private static final Map<String, Double> SHARES = Map.of("/A", 0.6, "/B", 0.3, "/C", 0.1);

  private final StageAsks asks = new StageAsks();

  private SortedMap<String, Integer> rows(Map<String, Double> shares, long nowNanos) {
    SortedMap<String, Integer> rows = asks.rows(shares, RACKS, nowNanos);
    rows.forEach(asks::given);
    return rows;
  }

  private void come(String node, int count, long nowNanos) {
    for (int i = 0; i < count; i++) {
      asks.came(RACK_OF_NODE.get(node), node, nowNanos);
    }
  }

  @Example
  void whatIsWantedIsAskedForAtTheAdvisedRacksAndTheirNodes() {
    asks.wants(10, SIZE, 0);
    assertThat(rows(SHARES, 0)).isEqualTo(Map.of("/A", 6, "a1", 6, "a2", 6, "/B", 3, "b1", 3, "b2", 3, "/C", 1, "c1", 1, "c2", 1));
    assertThat(rows(SHARES, 1)).as("said once").isEmpty();
  }

  @Example
  void ofALargeRackTwoNodesAreNamedForEachContainerAndNamedOnesStay() {
    Racks large = new Racks(new TreeMap<>(Map.of("/A", new Rack(List.of("a1", "a2", "a3", "a4", "a5", "a6"), 8192))));
    asks.wants(2, SIZE, 0);
    SortedMap<String, Integer> rows = asks.rows(Map.of("/A", 1.0), large, 0);
    assertThat(rows).isEqualTo(Map.of("/A", 2, "a1", 2, "a2", 2, "a3", 2, "a4", 2));
    rows.forEach(asks::given);
    Racks later = new Racks(new TreeMap<>(Map.of("/A", new Rack(List.of("a6", "a5", "a4", "a3", "a2", "a1"), 8192))));
    asks.wants(3, SIZE, 1);
    assertThat(asks.rows(Map.of("/A", 1.0), later, 1)).as("all six, as two are named for each of three")
        .isEqualTo(Map.of("/A", 3, "a1", 3, "a2", 3, "a3", 3, "a4", 3, "a5", 3, "a6", 3));
    asks.wants(0, SIZE, 2);
    asks.wants(1, SIZE, 3);
    SortedMap<String, Integer> fewer = asks.rows(Map.of("/A", 1.0), large, 3);
    assertThat(fewer).containsEntry("/A", 1).doesNotContainKeys("a5", "a6");
  }

  @Example
  void whatHasComeCounts() {
    asks.wants(4, SIZE, 0);
    rows(SHARES, 0);
    come("a1", 4, 0);
    asks.wants(0, SIZE, 0);
    assertThat(rows(SHARES, 0)).isEmpty();
    asks.wants(6, SIZE, 0);
    rows(SHARES, 0);
    assertThat(rows(Map.of(), 0)).as("without advice all may run at each rack").containsEntry("/A", 6).containsEntry("/C", 6);
    assertThat(rows(SHARES, 0)).containsEntry("/A", 2).containsEntry("/B", 3).containsEntry("/C", 1);
  }

  @Example
  void withoutAdviceNothingIsAdded() {
    asks.wants(10, SIZE, 0);
    assertThat(rows(Map.of(), 0)).isEmpty();
    assertThat(rows(Map.of(), 2 * StageAsks.PATIENCE_NANOS)).isEmpty();
  }

  @Example
  void whatReplacesAFailedOneMayRunAnywhere() {
    asks.wants(2, SIZE, 0);
    rows(Map.of("/A", 1.0), 0);
    come("a1", 1, 0);
    come("a2", 1, 0);
    asks.failed("/A");
    asks.wants(1, SIZE, 0);
    assertThat(rows(Map.of("/A", 1.0), 0)).containsEntry("/A", 1).containsEntry("/B", 1).containsEntry("c1", 1);
    come("b1", 1, 0);
    asks.wants(1, SIZE, 0);
    assertThat(rows(Map.of("/A", 1.0), 0)).as("the next one replaces none").containsEntry("/C", 0).containsEntry("c1", 0);
  }

  @Example
  void whenNothingComesAllMayRunAnywhere() {
    asks.wants(3, SIZE, 0);
    rows(Map.of("/A", 1.0), 5);
    assertThat(rows(Map.of("/A", 1.0), StageAsks.PATIENCE_NANOS)).isEmpty();
    assertThat(rows(Map.of("/A", 1.0), StageAsks.PATIENCE_NANOS + 10))
        .containsEntry("/B", 3).containsEntry("c2", 3).doesNotContainKey("/A");
  }

  @Example
  void anApplicationMasterThatKnowsBetterIsLeftAlone() {
    asks.wants(3, SIZE, 0);
    asks.giveUp();
    assertThat(rows(SHARES, 0)).isEmpty();
    StageAsks sizes = new StageAsks();
    sizes.wants(3, SIZE, 0);
    sizes.wants(4, Resource.newInstance(2048, 1), 0);
    assertThat(sizes.rows(SHARES, RACKS, 0)).as("two sizes at one priority").isEmpty();
  }

  /**
   * An application master requests reducers bit by bit, as MapReduce does. Some reducers fail and are requested again. A scheduler that
   * follows the rows allocates exactly the requested number, and at any time each wanted reducer is requested somewhere. Without failures,
   * reducers are where they are advised.
   */
  @Property(tries = 300)
  void countsAreRightWhileContainersComeFailAndAreWantedAgain(
      @ForAll @IntRange(min = 1, max = 60) int reducers, @ForAll @IntRange(max = 30) int failPercent, @ForAll long seed) {
    Random random = new Random(seed);
    SchedulerTable table = new SchedulerTable(RACK_OF_NODE, reducers + 100);
    StageAsks stage = new StageAsks();
    Map<String, Integer> running = new HashMap<>();
    int left = reducers;
    int wanted = 0;
    int failures = 0;
    for (int turn = 0; left + wanted > 0; turn++) {
      assertThat(turn).as("it comes to an end").isLessThan(2_000);
      int more = Math.min(left, random.nextInt(5));
      left -= more;
      wanted += more;
      stage.wants(wanted, SIZE, turn);
      table.anywhere(wanted);
      SortedMap<String, Integer> changes = stage.rows(SHARES, RACKS, turn);
      changes.forEach(stage::given);
      table.rows(changes);
      if (wanted > 0) {
        assertThat(RACKS.byName().keySet().stream().mapToInt(table::count).sum()).as("each is asked for").isGreaterThanOrEqualTo(wanted);
      }
      List<String> came = new ArrayList<>(table.heartbeats(random, random.nextInt(4)));
      for (String node : came) {
        stage.came(RACK_OF_NODE.get(node), node, turn);
        running.merge(RACK_OF_NODE.get(node), 1, Integer::sum);
        wanted--;
        if (random.nextInt(100) < failPercent) {
          stage.failed(RACK_OF_NODE.get(node));
          table.release(node);
          running.merge(RACK_OF_NODE.get(node), -1, Integer::sum);
          wanted++;
          failures++;
        }
      }
      assertThat(wanted).isGreaterThanOrEqualTo(0);
    }
    assertThat(running.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(reducers);
    if (failures == 0) {
      SHARES.forEach((rack, share) ->
          assertThat((double) running.getOrDefault(rack, 0)).as(rack).isBetween(share * reducers - 2, share * reducers + 2));
    }
  }
}
