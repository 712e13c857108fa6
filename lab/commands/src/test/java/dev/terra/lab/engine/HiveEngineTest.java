package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.engine.ReplicatingEngine.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiveEngineTest {
  @TempDir
  Path folder;

  @Test
  void whatAllTasksPutOutIsForEverySite() throws IOException {
    Path log = Files.write(folder.resolve("client.log"), List.of(
        "INFO  : org.apache.tez.common.counters.TaskCounter:",
        "INFO  :    OUTPUT_BYTES: 999",
        "INFO  :    OUTPUT_BYTES_PHYSICAL: 520",
        "INFO  : TaskCounter_Map_1_OUTPUT_Map_3:",
        "INFO  :    OUTPUT_BYTES_PHYSICAL: 500"));
    assertThat(HiveEngine.volume(log)).isEqualTo(new Volume(520, 0));
  }
}
