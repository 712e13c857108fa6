package dev.terra.lab.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.agents.CompressingPair.Sample;
import dev.terra.lab.bed.ShrinkingBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompressionBenchTest {
  private static final CompressionBench.Setting SETTING = new CompressionBench.Setting(2, 15e6);

  @TempDir private Path folder;

  private static Sample sample(double bytesPerSecond) {
    return new Sample(bytesPerSecond, 100, new CompressingPair.Compressed(300, 100), .5, 20);
  }

  private static CompressionBench.Row row(String way, double... bytesPerSecond) {
    return new CompressionBench.Row(way, DoubleStream.of(bytesPerSecond).mapToObj(CompressionBenchTest::sample).toList());
  }

  @Test
  void autoIsComparedWithNoCompressionAndWithTheBestOfTheOthers() {
    CompressionBench.Case best = CompressionBench.of(SETTING,
        List.of(row("off", 10), row("auto", 18, 1, 99), row("0.5", 20), row("1.0", 12)));
    assertThat(best.autoOver().off()).isEqualTo(1.8);
    assertThat(best.autoOver().best()).isEqualTo(.9);
    assertThat(best.measuredRatio()).isEqualTo(3);
    assertThat(best.holds()).isTrue();
    assertThat(CompressionBench.of(SETTING, List.of(row("off", 10), row("auto", 17), row("1.0", 20))).holds()).as("best").isFalse();
    assertThat(CompressionBench.of(SETTING, List.of(row("off", 10), row("auto", 9.7), row("1.0", 5))).holds()).as("off").isFalse();
  }

  @Test
  void pairsGiveTheRatioOfAutoToOff() {
    CompressionBench.Pairs pairs =
        CompressionBench.pairs(SETTING, List.of(sample(10), sample(20)), List.of(sample(9.9), sample(19.8)));
    assertThat(pairs.speed().mean()).isBetween(.989, .991);
    assertThat(pairs.cpu().low()).isEqualTo(1);
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    for (String wrong : List.of("--cores=0.05", "--cores=2", "--ratios=0.5", "--ratios=1,9", "--rates=0", "--shares=1.5", "--seconds=0.5",
        "--seconds=11", "--rounds=0", "--pairs=1", "--change=colour")) {
      assertThat(new CommandLine(new BenchCompressionCommand()).execute(wrong)).as(wrong).isEqualTo(2);
    }
    assertThat(new CommandLine(new BenchCompressionCommand()).execute("--change=load", "--cores=0.6")).as("twice as many").isEqualTo(2);
  }

  private double ratio(double wanted, long seed) throws IOException {
    Path file = folder.resolve(wanted + "-" + seed);
    ShrinkingBytes.write(file, wanted, 1_000_000, seed);
    byte[] plain = Files.readAllBytes(file);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(compressed, new Deflater(Deflater.BEST_SPEED))) {
      out.write(plain);
    }
    return (double) plain.length / compressed.size();
  }

  @Test
  void bytesShrinkAsMuchAsIsWanted() throws IOException {
    assertThat(ratio(1, 1)).isBetween(.99, 1.01);
    assertThat(ratio(2, 1)).isBetween(1.6, 2.4);
    assertThat(ratio(4, 1)).isBetween(3.0, 5.0);
    assertThat(Files.mismatch(folder.resolve("2.0-1"), otherFile())).as("the same seed").isEqualTo(-1);
  }

  private Path otherFile() throws IOException {
    Path other = folder.resolve("other");
    ShrinkingBytes.write(other, 2, 1_000_000, 1);
    return other;
  }
}
