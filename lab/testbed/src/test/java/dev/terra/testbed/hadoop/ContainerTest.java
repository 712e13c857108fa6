package dev.terra.testbed.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.hadoop.Container.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerTest {
  @Test
  void theCommandSaysWhatItIs() {
    assertThat(Container.kind(List.of("/usr/bin/java", "-Xmx1m", "org.apache.hadoop.mapreduce.v2.app.MRAppMaster"))).isEqualTo(Kind.MASTER);
    assertThat(Container.kind(List.of("/usr/bin/java", "org.apache.tez.dag.app.DAGAppMaster", "--session"))).isEqualTo(Kind.MASTER);
    assertThat(Container.kind(List.of("/usr/bin/java", "org.apache.hadoop.mapred.YarnChild", "10.0.0.1", "4711",
        "attempt_1_0001_r_000000_0", "7"))).isEqualTo(Kind.REDUCER);
    assertThat(Container.kind(List.of("/usr/bin/java", "org.apache.hadoop.mapred.YarnChild", "10.0.0.1", "4711",
        "attempt_1_0001_m_000000_0", "7"))).isEqualTo(Kind.TASK);
    assertThat(Container.kind(List.of("/usr/bin/java", "org.apache.tez.runtime.task.TezChild", "10.0.0.1", "4711",
        "container_1_0001_01_000002"))).isEqualTo(Kind.TASK);
    assertThat(Container.kind(List.of("/usr/bin/java", "-server", "org.apache.spark.deploy.yarn.ExecutorLauncher", "--arg", "core:1")))
        .isEqualTo(Kind.MASTER);
    assertThat(Container.kind(List.of("/usr/bin/java", "-server", "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend",
        "--executor-id", "1"))).isEqualTo(Kind.TASK);
  }
}
