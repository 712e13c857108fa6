package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.spark.support.BlockReader;
import dev.terra.spark.support.SparkSites;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests with Spark's own client behind Terra's, Spark's own service with Terra in it, and real agents between them. */
@Timeout(120)
class FetchThroughTerraTest {
  @TempDir
  private Path directory;

  @Test
  void blocksOfAnotherSiteComeThroughTunnels() throws Exception {
    try (SparkSites sites = new SparkSites(directory, SparkSites.Options.TERRA)) {
      byte[] first = sites.bytes(700_000);
      byte[] second = sites.bytes(5_000);
      byte[] third = sites.bytes(1_200_000);
      sites.origin().write(0, 5, sites.bytes(10), first, second, third);
      sites.origin().write(0, 6, sites.bytes(10), second, first, third);
      sites.wan().controller().rates("A", sites.shuffle(0), "B", Map.of("A-B", 8e6, "A-C-B", 4e6));

      BlockReader reader = BlockReader.fetch(sites.client(), sites.origin(), SparkSites.WRITER, "shuffle_0_5_1", "shuffle_0_6_1",
          "shuffle_0_6_3");

      assertThat(reader.failures()).isEmpty();
      assertThat(reader.blocks().get("shuffle_0_5_1")).isEqualTo(first);
      assertThat(reader.blocks().get("shuffle_0_6_1")).isEqualTo(second);
      assertThat(reader.blocks().get("shuffle_0_6_3")).isEqualTo(third);
      Await.until("all by tunnels", () -> sites.wan().delivered("A-B") + sites.wan().delivered("A-C-B") >= 1_905_000);
    }
  }

  @Test
  void anAgentThatHasEndedAndIsBackGoesOn() throws Exception {
    try (SparkSites sites = new SparkSites(directory, SparkSites.Options.TERRA)) {
      byte[] first = sites.bytes(1_000_000);
      byte[] second = sites.bytes(7_000_000);
      sites.origin().write(0, 5, first, second);
      sites.wan().controller().rates("A", sites.shuffle(0), "B", Map.of("A-B", 3e6));

      BlockReader reader = BlockReader.beginOnlyThroughTerra(sites.client(), sites.origin(), SparkSites.WRITER, "shuffle_0_5_0",
          "shuffle_0_5_1");
      Await.until("the first block and some of the second", () -> sites.delivered() > 2_500_000);
      sites.wan().restartAgent("B");

      assertThat(reader.await().failures()).isEmpty();
      assertThat(reader.blocks().get("shuffle_0_5_0")).isEqualTo(first);
      assertThat(reader.blocks().get("shuffle_0_5_1")).isEqualTo(second);
    }
  }

  /** This happens where an application's driver has restarted, and numbers shuffles and tasks from the beginning again. */
  @Test
  void theSameTaskOfAnotherExecutorIsAnotherBlock() throws Exception {
    try (SparkSites sites = new SparkSites(directory, SparkSites.Options.TERRA)) {
      byte[] before = sites.bytes(300_000);
      byte[] now = sites.bytes(200_000);
      sites.origin().write(0, 5, before);
      sites.register("7");
      sites.origin().write("7", 0, 5, now);
      sites.schedule(0);

      for (String executor : new String[] {"7", SparkSites.WRITER}) {
        BlockReader reader =
            BlockReader.beginOnlyThroughTerra(sites.client(), sites.origin(), executor, "shuffle_0_5_0").await();
        assertThat(reader.failures()).isEmpty();
        assertThat(reader.blocks().get("shuffle_0_5_0")).isEqualTo(executor.equals("7") ? now : before);
      }
    }
  }
}
