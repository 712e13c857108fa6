package dev.terra.controller.election;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with sequences of faults of controllers, ZooKeeper and agents' streams, two or three at a time. When the faults are repaired, one
 * controller leads, all agents follow it, and the schedule is the same as before the faults. No agent ever follows an older term after a
 * newer one. {@code -Dterra.faults=100} runs more faults, {@code -Dterra.seed=S} runs others.
 */
@Timeout(900)
class ControllerFaultsTest {
  private static final int STEPS = Integer.getInteger("terra.faults", 2);
  private static final long SEED = Long.getLong("terra.seed", 42);
  private static final double LONGEST_HOLD_SECONDS = 2;

  @TempDir
  private Path folder;
  private ControllerCluster cluster;

  /** The kinds of faults. */
  private enum Kind {
    LEADER_ISOLATED, LEADER_PAUSED, OTHER_ISOLATED, ZOOKEEPER_STOPPED, STREAMS_CUT
  }

  @BeforeEach
  void start() throws Exception {
    cluster = new ControllerCluster(folder, ControllerCluster.SESSION_MILLIS);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private CandidateController pick(Random random, boolean leads) {
    List<CandidateController> some = cluster.controllers().stream().filter(each -> (each.term() != 0) == leads).toList();
    List<CandidateController> from = some.isEmpty() ? cluster.controllers() : some;
    return from.get(random.nextInt(from.size()));
  }

  /** Causes a fault, and returns its repair. */
  private Repair strike(Kind kind, Random random) {
    return switch (kind) {
      case LEADER_ISOLATED -> isolate(pick(random, true));
      case OTHER_ISOLATED -> isolate(pick(random, false));
      case LEADER_PAUSED -> pause(pick(random, true));
      case ZOOKEEPER_STOPPED -> {
        cluster.zooKeeper().stop();
        yield cluster.zooKeeper()::start;
      }
      case STREAMS_CUT -> {
        pick(random, true).cutAgents();
        yield () -> { };
      }
    };
  }

  /** The repair of a fault. */
  private interface Repair {
    void run() throws IOException, InterruptedException;
  }

  private static Repair isolate(CandidateController controller) {
    controller.isolate();
    return controller::rejoin;
  }

  private static Repair pause(CandidateController controller) {
    controller.pause();
    return () -> {
      controller.goOn();
      controller.notice();
    };
  }

  /** Waits for the given time, or until a controller leads in a newer term. */
  private void hold(double seconds, long term) throws InterruptedException {
    long deadline = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < deadline && cluster.controllers().stream().noneMatch(each -> each.term() > term)) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private long newestTerm() {
    return cluster.controllers().stream().mapToLong(CandidateController::term).max().orElse(0);
  }

  /** Returns whether exactly one controller takes itself for the leader, and all agents follow it. */
  private boolean isSettled() {
    long term = newestTerm();
    return term != 0 && cluster.controllers().stream().filter(each -> each.term() != 0).count() == 1
        && cluster.agents().stream().allMatch(agent -> agent.followedTerms().stream().reduce((a, b) -> b).orElse(0L) == term);
  }

  @Test
  void whateverBreaksTheScheduleStandsInTheEnd() throws Exception {
    Random random = new Random(SEED);
    for (int step = 0; step < STEPS; step++) {
      long term = newestTerm();
      List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
      Collections.shuffle(kinds, random);
      List<Kind> struck = kinds.subList(0, 2 + random.nextInt(2));
      List<Repair> repairs = new ArrayList<>();
      for (Kind kind : struck) {
        repairs.add(strike(kind, random));
      }
      hold(random.nextDouble() * LONGEST_HOLD_SECONDS, term);
      for (Repair repair : repairs) {
        repair.run();
      }
      cluster.await("one leader, and the schedule of before, after step " + step + " of seed " + SEED + ", " + struck,
          () -> isSettled() && cluster.isScheduleIn(newestTerm()));
    }
    assertThat(cluster.agents()).allSatisfy(agent -> assertThat(agent.followedTerms()).isSorted());
  }
}
