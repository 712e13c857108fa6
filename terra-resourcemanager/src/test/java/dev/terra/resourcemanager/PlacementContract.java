package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.resourcemanager.RealResourceManager.Master;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that must hold for every scheduler, with Terra's processor before Hadoop's own. There are three racks of two nodes with room for
 * 16 containers.
 */
@Timeout(120)
abstract class PlacementContract {
  private static final int REDUCERS = 10;
  private static final int MAPS = 20;

  private FakePlacements controller;
  private RealResourceManager cluster;

  /** Returns the name of the scheduler's class. */
  abstract String scheduler();

  @BeforeEach
  void listen() throws Exception {
    controller = new FakePlacements();
  }

  private void start(String mode, String... more) throws Exception {
    Map<String, String> settings = new HashMap<>(Map.of(
        "yarn.resourcemanager.application-master-service.processors", TerraPlacementProcessor.class.getName(),
        PlacementMode.KEY, mode, PlacementSettings.CONTROLLERS_KEY, controller.root()));
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    cluster = new RealResourceManager(scheduler(), settings);
    cluster.addRacks(3, 2);
  }

  @AfterEach
  void close() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
    controller.close();
  }

  /** Waits until the processor has sent two further questions, so that it has at least one new answer. */
  private void awaitAdvice() {
    int before = controller.questions.size();
    RealResourceManager.await(() -> controller.questions.size() >= before + 2);
  }

  /**
   * Lets an application master request containers once, and waits until all have arrived. Returns how many are at each rack. A master that
   * repeats its request while containers are on their way gets more than it wants, also with Hadoop's own processor.
   */
  private Map<String, Integer> run(Master master, int priority, int count, List<Container> all) throws Exception {
    List<ResourceRequest> asks = List.of(RealResourceManager.anywhere(priority, count));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    int before = all.size();
    while (all.size() < before + count) {
      assertThat(System.nanoTime()).as("%s have come, the scheduler has %s", all.size(), master.table(priority)).isLessThan(end);
      all.addAll(master.allocate(asks, List.of()).getAllocatedContainers());
      asks = List.of();
      cluster.heartbeat();
    }
    all.addAll(master.allocate(List.of(), List.of()).getAllocatedContainers());
    return racks(all);
  }

  private static Map<String, Integer> racks(List<Container> containers) {
    Map<String, Integer> racks = new TreeMap<>();
    containers.forEach(container -> racks.merge(RealResourceManager.rack(container.getNodeId()), 1, Integer::sum));
    return racks;
  }

  @Test
  void reducersRunWhereTheControllerAdvises() throws Exception {
    start("on");
    Master master = cluster.submit("MAPREDUCE", "default");
    controller.advises(FakePlacements.row(master.application(), Map.of("S1", 6, "S2", 3, "S3", 1)));
    awaitAdvice();

    assertThat(run(master, REDUCERS, 10, new ArrayList<>())).isEqualTo(Map.of("/S1", 6, "/S2", 3, "/S3", 1));
    assertThat(controller.questions).last().asString().as("of 16 GB nodes").contains("slots=S1=32,S2=32,S3=32");
  }

  @Test
  void mapsAndOtherApplicationsAndQueuesAreLeftAlone() throws Exception {
    start("on", "terra.canary.queues", "default");
    Master maps = cluster.submit("MAPREDUCE", "default");
    Master spark = cluster.submit("SPARK", "default");
    Master other = cluster.submit("MAPREDUCE", "other");
    controller.advises(FakePlacements.row(maps.application(), Map.of("S1", 1)), FakePlacements.row(spark.application(), Map.of("S1", 1)),
        FakePlacements.row(other.application(), Map.of("S1", 1)));
    awaitAdvice();

    maps.allocate(List.of(RealResourceManager.anywhere(MAPS, 5)), List.of());
    spark.allocate(List.of(RealResourceManager.anywhere(REDUCERS, 5)), List.of());
    other.allocate(List.of(RealResourceManager.anywhere(REDUCERS, 5)), List.of());

    assertThat(maps.table(MAPS)).isEqualTo(Map.of("*", 5));
    assertThat(spark.table(REDUCERS)).isEqualTo(Map.of("*", 5));
    assertThat(other.table(REDUCERS)).isEqualTo(Map.of("*", 5));
  }

  @Test
  void verticesWithoutHintsAreAskedForAtRacksAndThoseWithHintsAreLeftAlone() throws Exception {
    start("on");
    Master master = cluster.submit("TEZ", "default");
    controller.advises(FakePlacements.row(master.application(), Map.of("S2", 4)));
    awaitAdvice();

    ResourceRequest rack = ResourceRequest.newInstance(Priority.newInstance(2), "/S1", RealResourceManager.SMALL, 3);
    master.allocate(List.of(RealResourceManager.anywhere(2, 3), rack, RealResourceManager.anywhere(5, 4)), List.of());

    assertThat(master.table(2)).isEqualTo(Map.of("*", 3, "/S1", 3));
    assertThat(master.table(5)).isEqualTo(Map.of("*", 4, "/S2", 4, "127.0.2.1", 4, "127.0.2.2", 4));
  }

  @Test
  void failedReducersAreReplacedAndNoMoreComeThanAreWanted() throws Exception {
    start("on");
    Master master = cluster.submit("MAPREDUCE", "default");
    controller.advises(FakePlacements.row(master.application(), Map.of("S1", 6, "S2", 4)));
    awaitAdvice();
    List<Container> came = new ArrayList<>();
    assertThat(run(master, REDUCERS, 10, came)).isEqualTo(Map.of("/S1", 6, "/S2", 4));

    for (Container failed : came.subList(0, 3)) {
      cluster.end(failed.getId(), failed.getNodeId(), 1);
    }
    cluster.heartbeat();
    List<ContainerId> ended = new ArrayList<>();
    RealResourceManager.await(() -> {
      try {
        master.allocate(List.of(), List.of()).getCompletedContainersStatuses().forEach(status -> ended.add(status.getContainerId()));
        return ended.size() == 3;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    List<Container> replaced = new ArrayList<>();
    run(master, REDUCERS, 3, replaced);

    assertThat(came).hasSize(10);
    assertThat(replaced).hasSize(3);
    assertThat(master.table(REDUCERS).getOrDefault("*", 0)).isZero();
  }

  /** Checks that a request for any place alone is passed on at once, and that all containers arrive. */
  private void assertStock() throws Exception {
    Master master = cluster.submit("MAPREDUCE", "default");
    long start = System.nanoTime();
    master.allocate(List.of(RealResourceManager.anywhere(REDUCERS, 10)), List.of());
    assertThat(System.nanoTime() - start).as("it waits for no controller").isLessThan(TimeUnit.SECONDS.toNanos(2));
    assertThat(master.table(REDUCERS)).isEqualTo(Map.of("*", 10));
    assertThat(run(master, REDUCERS, 10, new ArrayList<>()).values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(10);
  }

  @Test
  void withoutAControllerNothingDiffersFromStock() throws Exception {
    start("on", PlacementSettings.CONTROLLERS_KEY, "http://127.0.0.1:1");
    assertStock();
  }

  @Test
  void withASlowControllerNothingDiffersFromStock() throws Exception {
    controller.delayNanos = TimeUnit.SECONDS.toNanos(30);
    start("on");
    assertStock();
  }

  @Test
  void withAControllerThatIsWrongNothingDiffersFromStock() throws Exception {
    controller.advises("{\"application\": \"application_1_1\", \"reducers\": 10, \"outputBytes\": 5, \"advised\": [{\"site\": 7}]}", "17");
    start("on");
    awaitAdvice();
    assertStock();
    controller.status = 500;
    awaitAdvice();
    assertStock();
  }

  @Test
  void wrongSettingsLeaveTheResourceManagerAsItIs() throws Exception {
    start("on", PlacementSettings.RACKS_KEY, "nonsense");
    assertStock();
    assertThat(controller.questions).isEmpty();
  }

  @Test
  void observingChangesNothing() throws Exception {
    start("observe");
    Master master = cluster.submit("MAPREDUCE", "default");
    controller.advises(FakePlacements.row(master.application(), Map.of("S1", 1)));
    awaitAdvice();
    master.allocate(List.of(RealResourceManager.anywhere(REDUCERS, 10)), List.of());
    assertThat(master.table(REDUCERS)).isEqualTo(Map.of("*", 10));
  }

  @Test
  void offAsksForNothing() throws Exception {
    start("off");
    assertStock();
    assertThat(controller.questions).isEmpty();
  }
}
