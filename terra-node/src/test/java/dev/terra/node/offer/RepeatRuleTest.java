package dev.terra.node.offer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ProducerOutput;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.NodeOutput;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepeatRuleTest {
  private static final String JOB = "job_1_0001";

  private final RepeatRule rule = new RepeatRule();

  private static NodeOutput output(int task) {
    return new NodeOutput("output-" + task, JOB, OptionalInt.empty(), ProducerOutput.newBuilder().setProducer(task).build());
  }

  private static RemoteFetch fetch(String ip, int reduce, int... maps) {
    List<NodeOutput> ids = IntStream.of(maps).mapToObj(RepeatRuleTest::output).toList();
    return new RemoteFetch(new ActiveJob(JOB, "u"), reduce, ids, ip);
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
