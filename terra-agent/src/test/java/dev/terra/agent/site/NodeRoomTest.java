package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.stats.Events;
import dev.terra.api.v1.MapOutput;
import dev.terra.core.shuffle.ShuffleId;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Tests that the handlers of one node take no room from those of another. */
class NodeRoomTest {
  private static final long HEAP = 8_000;
  private static final String ONE = "10.0.0.1";
  private static final String OTHER = "10.0.0.2";
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1_1");

  private final Events events = new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final NodeRoom room = new NodeRoom(HEAP, events);

  @Test
  void aNodeBeginsSoManyShufflesWhicheverItsServicesAre() {
    for (int number = 0; number < NodeRoom.MOST_SHUFFLES; number++) {
      assertThat(room.begin(number % 2 == 0 ? ONE : ONE + "/spark", new ShuffleId("job_" + number))).isTrue();
    }
    assertThat(room.begin(ONE + "/another", SHUFFLE)).isFalse();
    assertThat(room.begin(OTHER, SHUFFLE)).isTrue();
    room.end(new ShuffleId("job_0"));
    assertThat(room.begin(ONE, new ShuffleId("one more"))).isTrue();
    assertThat(events.newest()).singleElement().satisfies(event -> assertThat(event.detail()).contains("job_1_1", "2500"));
  }

  @Test
  void aNodeHasAQuarterOfHalfTheHeap() {
    assertThat(room.keep(ONE, SHUFFLE, 1_000)).isTrue();
    assertThat(room.keep(ONE + "/spark", SHUFFLE, 1)).isFalse();
    assertThat(room.keep(OTHER, SHUFFLE, 1_000)).isTrue();
    room.end(SHUFFLE);
    assertThat(room.keep(ONE, SHUFFLE, 1_000)).isTrue();
  }

  @Test
  void allTogetherHaveHalfOfIt() {
    for (int node = 0; node < 4; node++) {
      assertThat(room.keep("10.0.1." + node, SHUFFLE, 1_000)).isTrue();
    }
    assertThat(room.keep("10.0.1.9", SHUFFLE, 1)).isFalse();
  }

  @Test
  void anOutputTakesRoomByItsLengthsAndItsName() {
    MapOutput output = MapOutput.newBuilder().setName("n".repeat(1_000)).addAllPartLengths(Collections.nCopies(100, 1L)).build();
    assertThat(NodeRoom.of(output)).isBetween(1_800L, 2_500L);
  }
}
