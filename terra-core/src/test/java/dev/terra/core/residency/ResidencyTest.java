package dev.terra.core.residency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResidencyTest {
  private static final List<SiteId> SITES = Stream.of("A", "B", "C", "D").map(SiteId::new).toList();

  private static ImmutableSet<SiteId> sites(String... names) {
    return Stream.of(names).map(SiteId::new).collect(ImmutableSet.toImmutableSet());
  }

  @Test
  void aQueueAvoidsWhatIsNotWithinAndWhatIsNever() {
    Residency residency = Residency.of(Map.of("eu", new ResidencyRule(sites("A", "B", "C"), sites("C")),
        "notD", new ResidencyRule(sites(), sites("D"))), SITES);
    assertThat(residency.avoided("eu")).containsExactlyInAnyOrderElementsOf(sites("C", "D"));
    assertThat(residency.avoided("notD")).containsExactlyElementsOf(sites("D"));
    assertThat(residency.avoided("root.notD")).as("another way to write it").isEqualTo(residency.avoided("notD"));
    assertThat(residency.avoided("other")).isEmpty();
    assertThat(residency.avoidedByAny()).as("of a queue that is not known").containsExactlyInAnyOrderElementsOf(sites("C", "D"));
    assertThat(Residency.FREE.avoidedByAny()).isEmpty();
  }

  @Test
  void aPathIsAllowedIfAllOfItsSitesAreItsEndsIncluded() {
    Residency residency = Residency.of(Map.of("q", new ResidencyRule(sites(), sites("C"))), SITES);
    assertThat(residency.allows("q", Path.of("A", "B"))).isTrue();
    assertThat(residency.allows("q", Path.of("A", "C", "B"))).isFalse();
    assertThat(residency.allows("q", Path.of("A", "C"))).isFalse();
    assertThat(residency.allows("other", Path.of("A", "C"))).isTrue();
  }

  @Test
  void onlyTheQueuesThatSaySoAreRefusedTheStockPath() {
    Residency residency = Residency.of(Map.of("strict", new ResidencyRule(sites(), sites("C"), true),
        "lax", new ResidencyRule(sites(), sites("C"))), SITES);
    assertThat(residency.refusesStock("root.strict")).isTrue();
    assertThat(residency.refusesStock("lax")).isFalse();
    assertThat(residency.refusesStock("")).isFalse();
  }

  @Test
  void aRuleRulesSomething() {
    assertThatThrownBy(() -> new ResidencyRule(sites(), sites())).hasMessageContaining("'within' or 'never'");
  }
}
