package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.QueuePlaces;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests a queue whose bytes may not be at C, beside other queues. */
class PlaceRulesTest {
  private static final ShuffleId PII = new ShuffleId("job_1");
  private static final ShuffleId OTHER = new ShuffleId("job_2");
  private static final ShuffleId UNKNOWN = new ShuffleId("job_3");
  private static final ShuffleId NAMELESS = new ShuffleId("job_4");
  private static final ShuffleId SUBMITTED = new ShuffleId("submitted");
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private final PlaceRules rules = new PlaceRules();

  private static ShuffleDescriptor in(String queue, ShuffleId shuffle) {
    return new ShuffleDescriptor(shuffle, Optional.empty(), ReaderOrder.IN_TURN, false, new ShuffleDescriptor.Owner(queue, "ann"));
  }

  private void start() {
    Map<ShuffleId, ShuffleDescriptor> described = Map.of(PII, in("root.pii", PII), OTHER, in("other", OTHER), NAMELESS, in("", NAMELESS));
    rules.follow(SUBMITTED::equals, shuffle -> Optional.ofNullable(described.get(shuffle)));
    rules.replace(List.of(QueuePlaces.newBuilder().setQueue("pii").addAvoided("C").build()));
  }

  @Test
  void aShuffleTakesThePathsThatItsQueueMay() {
    start();
    assertThat(rules.allowed(PII, Set.of(DIRECT, AROUND))).containsExactly(DIRECT);
    assertThat(rules.allowed(OTHER, Set.of(DIRECT, AROUND))).containsExactlyInAnyOrder(DIRECT, AROUND);
    assertThat(rules.mayBeAt(PII, new SiteId("C")) || rules.mayBeAt(UNKNOWN, new SiteId("C"))).isFalse();
    assertThat(rules.mayBeAt(PII, new SiteId("B")) && rules.mayBeAt(OTHER, new SiteId("C"))).isTrue();
    assertThat(rules.obstacle(PII, Set.of(AROUND))).hasValueSatisfying(why -> assertThat(why).contains("residency of queue root.pii"));
    assertThat(rules.obstacle(PII, Set.of(DIRECT, AROUND))).isEmpty();
  }

  @Test
  void aShuffleWhoseQueueIsNotKnownKeepsTheRulesOfAllQueues() {
    start();
    rules.replace(List.of(QueuePlaces.newBuilder().setQueue("pii").addAvoided("C").build(),
        QueuePlaces.newBuilder().setQueue("eu").addAvoided("D").build()));
    for (ShuffleId shuffle : List.of(UNKNOWN, NAMELESS)) {
      assertThat(rules.allowed(shuffle, Set.of(DIRECT, AROUND, Path.of("A", "D", "B")))).containsExactly(DIRECT);
      assertThat(rules.obstacle(shuffle, Set.of(AROUND))).hasValueSatisfying(why -> assertThat(why).contains("not known"));
    }
  }

  @Test
  void aSubmittedShuffleIsInNoQueue() {
    start();
    assertThat(rules.allowed(SUBMITTED, Set.of(DIRECT, AROUND))).hasSize(2);
    assertThat(rules.obstacle(SUBMITTED, Set.of(AROUND))).isEmpty();
  }

  @Test
  void aControllerWithoutRulesAllowsEverything() {
    Set<Path> all = Set.of(DIRECT, AROUND);
    assertThat(rules.allowed(UNKNOWN, all)).isSameAs(all);
    start();
    rules.replace(List.of());
    assertThat(rules.allowed(PII, all)).isSameAs(all);
  }
}
