package dev.terra.core.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DescribedMetricTest {
  /** Metrics of a word. */
  private enum WordMetric implements DescribedMetric<String> {
    LENGTH_IN_LETTERS(MetricDescription.gauge("letters", "How long it is.", String::length)),
    READING_TIME(MetricDescription.counter("milliseconds", "What reading it takes.", word -> word.length() * 250.0));

    @SuppressWarnings("ImmutableEnumChecker") // readings have no state
    private final MetricDescription<String> description;

    WordMetric(MetricDescription<String> description) {
      this.description = description;
    }

    @Override
    public String part() {
      return "word";
    }

    @Override
    public MetricDescription<String> description() {
      return description;
    }
  }

  @Test
  void aConstantsNameGivesItsIdAndItsDescriptionTheRest() {
    Metric length = WordMetric.LENGTH_IN_LETTERS;

    assertThat(length.id()).isEqualTo("word.length-in-letters");
    assertThat(length.unit()).isEqualTo("letters");
    assertThat(length.kind()).isEqualTo(MetricKind.GAUGE);
    assertThat(length.sentence()).isEqualTo("How long it is.");
    assertThat(WordMetric.READING_TIME.kind()).isEqualTo(MetricKind.COUNTER);
    assertThat(WordMetric.READING_TIME.read("four")).isEqualTo(1000);
  }

  @Test
  void allOfAnEnumAreWrittenOfOneThingOrOfEach() {
    assertThat(new PrometheusText().addAll(WordMetric.values(), "four").toString().lines().filter(line -> !line.startsWith("#")))
        .containsExactly("terra_word_length_in_letters 4", "terra_word_reading_time_seconds_total 1");

    Map<SortedMap<String, String>, String> words = new LinkedHashMap<>();
    words.put(new TreeMap<>(Map.of("at", "2")), "four");
    words.put(new TreeMap<>(Map.of("at", "1")), "fives");
    assertThat(new PrometheusText().addEach(WordMetric.values(), words).toString().lines().filter(line -> !line.startsWith("#")))
        .containsExactly("terra_word_length_in_letters{at=\"2\"} 4", "terra_word_length_in_letters{at=\"1\"} 5",
            "terra_word_reading_time_seconds_total{at=\"2\"} 1", "terra_word_reading_time_seconds_total{at=\"1\"} 1.25");
  }
}
