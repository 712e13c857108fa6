package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.resourcemanager.Racks.Rack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/** Tests of when the reducers of a job are requested at advised sites: once enough of its maps have ended. */
class ApplicationAsksTest {
  private static final int MAPS = 20;
  private static final int REDUCERS = 10;
  private static final Resource SIZE = Resource.newInstance(1024, 1);
  private static final Racks RACKS = new Racks(new TreeMap<>(Map.of("/A", new Rack(List.of("a1"), 8192))));
  private static final Map<String, Double> SHARES = Map.of("/A", 1.0);

  private final List<ContainerId> maps = new ArrayList<>();
  private ApplicationAsks asks = mapReduce();
  private long nanos;

  private static ApplicationAsks mapReduce() {
    return new ApplicationAsks(Objects.requireNonNull(StagePriorities.of("MAPREDUCE")));
  }

  private void want(int priority, int count) {
    asks.asked(List.of(ResourceRequest.newInstance(Priority.newInstance(priority), ResourceRequest.ANY, SIZE, count)), List.of(), 0);
  }

  private void mapComes() {
    ContainerId id = ContainerId.newContainerId(ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), maps.size() + 1);
    maps.add(id);
    asks.came(Container.newInstance(id, NodeId.newInstance("a1", 1), "a1:2", SIZE, Priority.newInstance(MAPS), null), "/A", "a1", 0);
  }

  private void mapEnds() {
    asks.ended(ContainerStatus.newInstance(maps.remove(0), ContainerState.COMPLETE, "", 0), nanos);
  }

  private boolean isHinted() {
    List<ResourceRequest> further = asks.further(SHARES, RACKS, 0);
    asks.given(further);
    return !further.isEmpty();
  }

  @Example
  void ofFewMapsAllHaveToEnd() {
    want(MAPS, 3);
    want(REDUCERS, 2);
    assertThat(isHinted()).as("no map runs yet").isFalse();
    for (int i = 0; i < 3; i++) {
      mapComes();
    }
    mapEnds();
    mapEnds();
    assertThat(isHinted()).as("one of three runs").isFalse();
    mapEnds();
    assertThat(isHinted()).isTrue();
  }

  private boolean isEarly(long answeredNanos) {
    return asks.isEarly(new AdviceWord(Map.of(), RACKS, answeredNanos), nanos);
  }

  /** It is early until the last maps have ended and the controller has answered afterwards. */
  @Example
  void whileTheLastMapsOfFewRunItIsEarly() {
    want(MAPS, 2);
    mapComes();
    assertThat(isEarly(0)).as("one map has not come").isFalse();
    mapComes();
    want(REDUCERS, 2);
    assertThat(isEarly(0)).isTrue();
    mapEnds();
    assertThat(isEarly(0)).isTrue();
    nanos = 5;
    mapEnds();
    assertThat(isEarly(4)).as("the answer is older than the end of the last map").isTrue();
    assertThat(isEarly(6)).isFalse();
    nanos = AdviceWord.FRESH_NANOS + 1;
    assertThat(isEarly(0)).as("the controller does not answer").isFalse();
  }

  @Example
  void requestsForReducersAnywhereMayWait() {
    assertThat(asks.isOfReducers(request(REDUCERS, ResourceRequest.ANY))).isTrue();
    assertThat(asks.isOfReducers(request(REDUCERS, "/A"))).isFalse();
    assertThat(asks.isOfReducers(request(MAPS, ResourceRequest.ANY))).isFalse();
  }

  private static ResourceRequest request(int priority, String place) {
    return ResourceRequest.newInstance(Priority.newInstance(priority), place, SIZE, 1);
  }

  @Property(tries = 50)
  void ofManyMapsTwentyHaveToEnd(@ForAll @IntRange(min = 21, max = 200) int count) {
    asks = mapReduce();
    maps.clear();
    want(MAPS, count);
    want(REDUCERS, 2);
    for (int i = 0; i < count; i++) {
      mapComes();
    }
    for (int i = 1; i < MapSample.ENOUGH; i++) {
      mapEnds();
    }
    assertThat(isHinted()).isFalse();
    mapEnds();
    assertThat(isHinted()).isTrue();
  }

  @Example
  void mapsThatRunAgainDoNotTakeTheAdviceBack() {
    want(REDUCERS, 2);
    assertThat(isHinted()).as("a job without maps, or of which all have ended before the ResourceManager began anew").isTrue();
    want(5, 1);
    want(REDUCERS, 4);
    assertThat(isHinted()).isTrue();
  }

  @Example
  void containersOfTezMayAllBeReducers() {
    ApplicationAsks tez = new ApplicationAsks(Objects.requireNonNull(StagePriorities.of("TEZ")));
    tez.asked(List.of(ResourceRequest.newInstance(Priority.newInstance(MAPS), ResourceRequest.ANY, SIZE, 2)), List.of(), 0);
    assertThat(tez.further(SHARES, RACKS, 0)).isNotEmpty();
  }

  @Example
  void otherApplicationsAreNotFollowed() {
    assertThat(StagePriorities.of("SPARK")).isNull();
  }
}
