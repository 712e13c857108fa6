package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;

/** Checks that the tests run on the version of Hadoop on which they are meant to run. */
class HadoopVersionTest {
  @Test
  void isTheOneThatIsMeant() {
    String meant = System.getProperty("terra.hadoop.version", VersionInfo.getVersion());
    assertThat(VersionInfo.getVersion()).isEqualTo(meant);
    assertThat(jarOf(ShuffleHandler.class)).contains(meant);
    assertThat(jarOf(Shuffle.class)).contains(meant);
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
