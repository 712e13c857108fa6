package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/** Tests that requests for reducers, at priority 10, wait for the last maps. */
class HeldRequestsTest {
  private static final int REDUCERS = 10;
  private final HeldRequests held = new HeldRequests();

  private static ResourceRequest request(int priority, int count) {
    return ResourceRequest.newInstance(Priority.newInstance(priority), ResourceRequest.ANY, Resource.newInstance(1024, 1), count);
  }

  private static boolean isOfReducers(ResourceRequest ask) {
    return ask.getPriority().getPriority() == REDUCERS;
  }

  private List<Integer> counts(boolean early, long nanos, ResourceRequest... asks) {
    return held.pass(List.of(asks), HeldRequestsTest::isOfReducers, early, nanos).stream().map(ResourceRequest::getNumContainers).toList();
  }

  @Example
  void theLastOneIsPassedOnWhenItIsNotEarlyAnyMore() {
    assertThat(counts(true, 0, request(REDUCERS, 4), request(20, 9))).containsExactly(9);
    assertThat(counts(true, 1, request(REDUCERS, 6))).isEmpty();
    assertThat(held.isWaiting()).isTrue();
    assertThat(counts(false, 2)).containsExactly(6);
    assertThat(counts(true, 3, request(REDUCERS, 1))).as("none waits twice").containsExactly(1);
  }

  @Example
  void whatIsWithdrawnMeanwhileIsPassedOnAsNothing() {
    assertThat(counts(true, 0, request(REDUCERS, 4))).isEmpty();
    assertThat(counts(true, 1, request(REDUCERS, 0))).isEmpty();
    assertThat(counts(false, 2)).containsExactly(0);
  }

  @Example
  void noneWaitsForLong() {
    assertThat(counts(true, 7, request(REDUCERS, 4))).isEmpty();
    assertThat(counts(true, 6 + HeldRequests.MOST_NANOS)).isEmpty();
    assertThat(counts(true, 7 + HeldRequests.MOST_NANOS)).containsExactly(4);
  }

  /** Whatever requests arrive in whatever order, in the end the scheduler has the last request of each priority, and no older one. */
  @Property(tries = 300)
  void nothingIsLost(@ForAll long seed) {
    Random random = new Random(seed);
    HeldRequests some = new HeldRequests();
    Map<Integer, Integer> wanted = new TreeMap<>();
    Map<Integer, Integer> given = new TreeMap<>();
    long nanos = 0;
    for (int call = 0; call < 12; call++) {
      List<ResourceRequest> asks = new ArrayList<>();
      for (int priority : List.of(REDUCERS, 20)) {
        if (random.nextBoolean()) {
          asks.add(request(priority, random.nextInt(5)));
        }
      }
      asks.forEach(ask -> wanted.put(ask.getPriority().getPriority(), ask.getNumContainers()));
      nanos += random.nextInt(2_000_000_000);
      some.pass(asks, HeldRequestsTest::isOfReducers, random.nextBoolean(), nanos)
          .forEach(ask -> given.put(ask.getPriority().getPriority(), ask.getNumContainers()));
    }
    some.pass(List.of(), HeldRequestsTest::isOfReducers, false, nanos)
        .forEach(ask -> given.put(ask.getPriority().getPriority(), ask.getNumContainers()));
    assertThat(given).isEqualTo(wanted);
  }
}
