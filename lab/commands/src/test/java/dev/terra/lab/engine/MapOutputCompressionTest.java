package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.testbed.engine.SparkVersion;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class MapOutputCompressionTest {
  private static final Path HOME = Path.of("/terra");
  private static final String CLASS_PATH = "/bed/conf,/hadoop/*";

  @Command
  private static final class WithOption {
    @Mixin private final MapOutputOption option = new MapOutputOption();
  }

  private static MapOutputOption parse(String... arguments) {
    WithOption command = new WithOption();
    new CommandLine(command).parseArgs(arguments);
    return command.option;
  }

  @Test
  void offAddsNothingToAJob() {
    assertThat(MapOutputCompression.OFF.options(HOME, CLASS_PATH)).isEmpty();
    assertThat(parse().value()).isEqualTo(MapOutputCompression.OFF);
  }

  @Test
  void tasksOfLz4HaveItsJarAfterHadoops() {
    assertThat(MapOutputCompression.LZ4.options(HOME, CLASS_PATH)).containsExactly("-Dmapreduce.map.output.compress=true",
        "-Dmapreduce.map.output.compress.codec=org.apache.hadoop.io.compress.Lz4Codec",
        "-Dmapreduce.application.classpath=/bed/conf,/hadoop/*,/terra/lab/testbed/lz4-runtime/target/lib/*");
  }

  @Test
  void tasksOfZstdHaveHadoopsNativeLibrary() {
    List<String> options = MapOutputCompression.ZSTD.options(HOME, CLASS_PATH);

    assertThat(options).startsWith("-Dmapreduce.map.output.compress=true",
        "-Dmapreduce.map.output.compress.codec=org.apache.hadoop.io.compress.ZStandardCodec").hasSize(3);
    assertThat(options.get(2)).startsWith(
        "-Dmapreduce.admin.user.env=LD_LIBRARY_PATH=/terra/lab/testbed/native-runtime/target/lib/nativelib/Linux-").doesNotContain(".so");
  }

  @ParameterizedTest
  @EnumSource(names = {"MR", "MR_TEXT"})
  void jobsOfMapReduceHaveIt(EngineName engine) {
    Engine made = Engines.create(engine, 1, 1, SparkVersion.V3_5, MapOutputCompression.LZ4);

    assertThat(made.name()).isEqualTo(engine);
    assertThat(parse("--map-output-compression", "zstd").of(List.of(engine))).isEqualTo(MapOutputCompression.ZSTD);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"MR", "MR_TEXT"})
  void otherEnginesAreRefusedByName(EngineName engine) {
    MapOutputOption option = parse("--map-output-compression", "lz4");

    assertThatThrownBy(() -> option.of(List.of(EngineName.MR, engine))).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--map-output-compression lz4: jobs of " + engine.label() + " have no such setting; use --engine mr or mr-text");
    assertThatThrownBy(() -> Engines.create(engine, 1, 1, SparkVersion.V3_5, MapOutputCompression.LZ4))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(parse().of(Arrays.asList(EngineName.values()))).as("off is for all").isEqualTo(MapOutputCompression.OFF);
  }

  @Test
  void otherCodecsAreRefused() {
    assertThatThrownBy(() -> parse("--map-output-compression", "gzip")).hasMessageContaining("expected one of off, lz4, zstd, got 'gzip'");
  }

  @Test
  void hadoopsCheckSaysWhatItFinds() {
    assertThat(MapOutputCompression.findsZstandard("hadoop:  true /libhadoop.so\nzstd  :  true /libzstd.so.1\nPMDK:    false\n")).isTrue();
    assertThat(MapOutputCompression.findsZstandard("hadoop:  true /libhadoop.so\nzstd  :  false \nbzip2:   true\n")).isFalse();
    assertThat(MapOutputCompression.findsZstandard("hadoop:  false\n")).isFalse();
  }
}
