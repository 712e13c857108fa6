package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that each name has one meaning: no two main classes, including generated ones, share their simple name. */
class NamesTest {
  @Test
  void noNameMeansTwoThings() {
    Stream<String> names = Stream.concat(House.sources().stream().map(House::simpleName), House.get().generatedNames());
    Map<String, Long> counts = names.collect(Collectors.groupingBy(name -> name, Collectors.counting()));

    assertThat(counts.entrySet().stream().filter(name -> name.getValue() > 1).map(Map.Entry::getKey)).isEmpty();
  }

  @Test
  void sourcesOutsideTheBuildAreLookedAt() {
    assertThat(House.sources()).map(House::simpleName).contains("OrcTable", "EdgesJob", "SiteId");
    assertThat(House.get().generatedNames()).contains("AgentMessage");
  }
}
