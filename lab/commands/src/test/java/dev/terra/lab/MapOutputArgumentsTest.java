package dev.terra.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Tests of the errors for codecs that the commands' jobs cannot have. There is no topology, so nothing is started even if a codec is
 * accepted.
 */
class MapOutputArgumentsTest {
  private static final int WRONG_ARGUMENTS = 2;

  private static String refused(String... arguments) {
    StringWriter said = new StringWriter();
    CommandLine laboratory = Laboratory.commandLine().setErr(new PrintWriter(said, true));
    int exitCode = laboratory.execute(
        Stream.concat(Stream.of(arguments), Stream.of("--topology", "no-such-file.yaml")).toArray(String[]::new));
    assertThat(exitCode).as(said.toString()).isEqualTo(WRONG_ARGUMENTS);
    return said.toString();
  }

  @Test
  void anEngineWithoutTheSettingIsNamed() {
    assertThat(refused("verify", "engines", "--engine", "mr-text,tez", "--map-output-compression", "lz4"))
        .contains("--map-output-compression lz4: jobs of tez have no such setting; use --engine mr or mr-text");
    assertThat(refused("verify", "engines", "--map-output-compression", "zstd")).contains("jobs of tez have no such setting");
    assertThat(refused("demo", "--engine", "hive", "--map-output-compression", "zstd")).contains("jobs of hive have no such setting");
  }

  @Test
  void settingsOfSparkAreOfSparksJobs() {
    assertThat(refused("verify", "engines", "--engine", "mr", "--settings", "--map-output-compression", "lz4"))
        .contains("jobs of spark have no such setting");
  }

  @Test
  void whereThereAreUsersNoCodecIs() {
    assertThat(refused("demo", "--secure", "--map-output-compression", "lz4")).contains("--secure").doesNotContain("no such setting");
  }

  @Test
  void enginesAndCodecsAreListed() {
    assertThat(refused("verify", "engines", "--engine", "mapreduce")).contains("mr, mr-text, tez, hive, spark");
    assertThat(refused("demo", "--map-output-compression", "snappy")).contains("off, lz4, zstd");
  }
}
