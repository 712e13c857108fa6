package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.network.TransportContext;
import org.apache.spark.network.shuffle.ExternalBlockStoreClient;
import org.junit.jupiter.api.Test;

/** Checks that the tests run on the version of Spark on which they are meant to run. */
class SparkVersionTest {
  @Test
  void isTheOneThatIsMeant() {
    String meant = System.getProperty("terra.spark.version", "3.5.9");
    assertThat(jarOf(TransportContext.class)).contains(meant);
    assertThat(jarOf(ExternalBlockStoreClient.class)).contains(meant);
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
