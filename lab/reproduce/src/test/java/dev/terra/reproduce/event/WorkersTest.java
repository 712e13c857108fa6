package dev.terra.reproduce.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkersTest {
  private final Clock clock = new Clock();
  private final List<String> ended = new ArrayList<>();

  private Work work(String name, long picos) {
    return new Work() {
      @Override
      protected long picos() {
        return picos;
      }

      @Override
      protected void done() {
        ended.add(name + "@" + clock.now());
      }
    };
  }

  private void run() {
    clock.runWhile(() -> true);
  }

  @Test
  void aQueueIsServedInItsOrderByAllItsWorkers() {
    Workers workers = new Workers(clock, Workers.Stealing.NONE, 2);
    for (String name : List.of("a", "b", "c")) {
      workers.offer(work(name, 10), 0);
    }
    assertThat(workers.waiting(0)).isEqualTo(1);
    assertThat(workers.idle(0)).isZero();
    run();
    assertThat(ended).containsExactly("a@10", "b@10", "c@20");
    assertThat(workers.idle(0)).isEqualTo(2);
    assertThat(workers.busyPicos(0)).isEqualTo(30);
  }

  @Test
  void aWorkerServesTheLongestOtherQueueWhenItsOwnIsEmpty() {
    Workers workers = new Workers(clock, Workers.Stealing.LONGEST, 1, 1, 1);
    workers.offer(work("a", 10), 0);
    workers.offer(work("b", 10), 0);
    workers.offer(work("c", 10), 0);
    workers.offer(work("d", 10), 0);
    run();
    assertThat(ended).containsExactly("a@10", "b@10", "c@10", "d@20");
    assertThat(workers.busyPicos(0)).as("by any worker").isEqualTo(40);
    assertThat(workers.busyPicos(1)).isZero();
  }

  @Test
  void withoutStealingOthersRest() {
    Workers workers = new Workers(clock, Workers.Stealing.NONE, 1, 1);
    workers.offer(work("a", 10), 0);
    workers.offer(work("b", 10), 0);
    run();
    assertThat(ended).containsExactly("a@10", "b@20");
  }

  @Test
  void aNeighbourServesOnlyTheNextQueue() {
    Workers workers = new Workers(clock, Workers.Stealing.NEIGHBOUR, 1, 1, 1);
    workers.offer(work("a", 10), 1);
    workers.offer(work("b", 10), 1);
    workers.offer(work("c", 10), 1);
    run();
    assertThat(ended).as("worker 0 helps queue 1, worker 2 does not").containsExactly("a@10", "b@10", "c@20");
  }

  @Test
  void aSlowerPaceTakesLonger() {
    Workers workers = new Workers(clock, Workers.Stealing.NONE, 1);
    workers.pace(.5);
    workers.offer(work("a", 10), 0);
    run();
    assertThat(ended).containsExactly("a@20");
  }

  @Test
  void whatCameLastMayBeTakenAway() {
    Workers workers = new Workers(clock, Workers.Stealing.NONE, 1);
    workers.offer(work("a", 10), 0);
    assertThat(workers.takeLast(0)).isNull();
    Work last = work("b", 10);
    workers.offer(last, 0);
    assertThat(workers.takeLast(0)).isSameAs(last);
  }
}
