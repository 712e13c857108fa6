package dev.terra.node.offer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepeatRuleTest {
  private static final String JOB = "job_1_0001";

  private final RepeatRule rule = new RepeatRule();

  private static RemoteFetch fetch(String ip, int reduce, int... maps) {
    List<MapId> ids = IntStream.of(maps).mapToObj(map -> MapId.parse("attempt_1_0001_m_%06d_0".formatted(map)).orElseThrow()).toList();
    return new RemoteFetch(ActiveJob.of(JOB, "u").orElseThrow(), reduce, ids, new RemoteFetch.Client(ip, 1, 3));
  }

  @Test
  void repeatsAreOfTheSameClientReducerAndMap() {
    assertThat(rule.isRepeat(fetch("10.0.0.1", 3, 0, 1))).isFalse();
    rule.redirected(fetch("10.0.0.1", 3, 0, 1));
    assertThat(rule.isRepeat(fetch("10.0.0.1", 3, 1))).isTrue();
    assertThat(rule.isRepeat(fetch("10.0.0.2", 3, 1))).isFalse();
    assertThat(rule.isRepeat(fetch("10.0.0.1", 4, 1))).isFalse();
    rule.jobEnded(JOB);
    assertThat(rule.isRepeat(fetch("10.0.0.1", 3, 1))).isFalse();
  }

  @Test
  void remembersABoundedNumberOfAJobsRedirects() {
    for (int map = 0; map <= RepeatRule.MAX_PER_JOB; map++) {
      rule.redirected(fetch("10.0.0.1", 3, map));
    }
    assertThat(rule.isRepeat(fetch("10.0.0.1", 3, 0))).as("forgotten when the bound was reached").isFalse();
    assertThat(rule.isRepeat(fetch("10.0.0.1", 3, RepeatRule.MAX_PER_JOB))).isTrue();
  }
}
