package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.QueuePlaces;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A queue whose bytes may not be at C, beside others. */
class PlaceRulesTest {
  private static final ShuffleId PII = new ShuffleId("job_1");
  private static final ShuffleId OTHER = new ShuffleId("job_2");
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private final PlaceRules rules = new PlaceRules();

  private void start() {
    ShuffleDescriptor described = new ShuffleDescriptor(
        PII, Optional.empty(), ReaderOrder.IN_TURN, false, new ShuffleDescriptor.Owner("root.pii", "ann"));
    rules.follow(shuffle -> shuffle.equals(PII) ? Optional.of(described) : Optional.empty());
    rules.replace(List.of(QueuePlaces.newBuilder().setQueue("pii").addAvoided("C").build()));
  }

  @Test
  void aShuffleTakesThePathsThatItsQueueMay() {
    start();
    assertThat(rules.allowed(PII, Set.of(DIRECT, AROUND))).containsExactly(DIRECT);
    assertThat(rules.allowed(OTHER, Set.of(DIRECT, AROUND))).containsExactlyInAnyOrder(DIRECT, AROUND);
    assertThat(rules.queue(PII)).isEqualTo("root.pii");
  }

  @Test
  void aControllerWithoutRulesAllowsEverything() {
    Set<Path> all = Set.of(DIRECT, AROUND);
    assertThat(rules.allowed(PII, all)).isSameAs(all);
    start();
    rules.replace(List.of());
    assertThat(rules.allowed(PII, all)).isSameAs(all);
  }
}
