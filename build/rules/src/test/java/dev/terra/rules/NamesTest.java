package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One meaning for each name: no two main classes share their simple name, generated ones included. */
class NamesTest {
  @Test
  void namesThatMeanTwoThingsAreThoseOfTheBaseline() {
    Stream<String> names = Stream.concat(House.sources().stream().map(House::simpleName), House.get().generatedNames());
    Map<String, Long> counts = names.collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    List<String> twice = counts.keySet().stream().filter(name -> counts.get(name) > 1).sorted().toList();

    new Baseline("names.txt").check(twice);
  }

  @Test
  void sourcesOutsideTheBuildAreLookedAt() {
    assertThat(House.sources()).map(House::simpleName).contains("OrcTable", "EdgesJob", "SiteId");
    assertThat(House.get().generatedNames()).contains("AgentMessage");
  }
}
