package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clusters in which the handler is stock, and what the log says then. */
class UntestedClustersTest {
  @Test
  void aPlainClusterIsFine() {
    assertThat(UntestedClusters.obstacle(new Configuration())).isEmpty();
    Configuration plain = new Configuration();
    plain.set("yarn.nodemanager.container-executor.class", "org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor");
    plain.setBoolean("mapreduce.shuffle.ssl.enabled", false);
    assertThat(UntestedClusters.obstacle(plain)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
      "hadoop.security.authentication, kerberos, with which Terra was not tested",
      "yarn.nodemanager.container-executor.class, org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor, not tested"})
  void namesTheSettingThatIsInTheWay(String key, String value, String reason) {
    Configuration settings = new Configuration();
    settings.set(key, value);
    assertThat(UntestedClusters.obstacle(settings).orElseThrow()).contains(key, reason);
  }
}
