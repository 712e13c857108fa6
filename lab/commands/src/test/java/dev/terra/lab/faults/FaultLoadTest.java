package dev.terra.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.agent.submit.GeneratedBytes;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.ShrinkingBytes;
import dev.terra.lab.bed.TransferPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultLoadTest {
  private static final double CAPACITY = 1e6;

  @TempDir private Path folder;
  private TransferPlan plan;
  private FaultLoad load;
  private JsonNode matrix;

  @BeforeEach
  void make() throws IOException {
    LinkId id = LinkId.of("A", "B");
    List<Link> links = List.of(id, id.reversed()).stream()
        .map(each -> new Link(each, new Bandwidth(CAPACITY), Duration.ofMillis(1), OptionalDouble.empty())).toList();
    Wan wan = new Wan("pair", List.of(Site.of("A"), Site.of("B")), links);
    plan = TransferPlan.lasting(wan, Pattern.PAIR.pairs(wan), 2);
    load = new FaultLoad("x", plan, folder, 60, Optional.empty());
    matrix = new ObjectMapper().readTree(load.matrix());
  }

  private JsonNode withFile() {
    for (JsonNode transfer : matrix.path("transfers")) {
      if (transfer.has("toFile")) {
        return transfer;
      }
    }
    throw new AssertionError("no file in " + matrix);
  }

  private void write(byte[] bytes) throws IOException {
    Files.write(Path.of(withFile().path("toFile").asText()), bytes);
  }

  @Test
  void allBytesOfThePlanAreInIt() {
    long sum = 0;
    for (JsonNode transfer : matrix.path("transfers")) {
      sum += transfer.path("bytes").asLong();
    }
    assertThat(sum).isEqualTo(plan.totalBytes()).isEqualTo(load.totalBytes());
    assertThat(plan.gammaSeconds()).isBetween(1.99, 2.01);
  }

  @Test
  void bytesThatShrinkAreThoseOfAFileAndMoreOfThem() throws IOException {
    Path source = folder.resolve("bytes");
    ShrinkingBytes.write(source, 2, plan.totalBytes(), 1);
    load = new FaultLoad("x", plan, folder, 60, Optional.of(new FaultLoad.Shrinking(source, 2)));
    matrix = new ObjectMapper().readTree(load.matrix());

    assertThat(load.totalBytes()).isBetween(2 * plan.totalBytes() - 2, 2 * plan.totalBytes() + 2);
    assertThat(withFile().path("file").asText()).isEqualTo(source.toString());
    byte[] right = Arrays.copyOf(Files.readAllBytes(source), withFile().path("bytes").asInt());
    write(right);
    assertThat(load.problem(true)).isEmpty();
    right[0] ^= 1;
    write(right);
    assertThat(load.problem(true)).isPresent();
  }

  @Test
  void filesHaveToHaveExactlyTheirBytes() throws IOException {
    byte[] right = GeneratedBytes.of(withFile().path("seed").asLong(), 0, withFile().path("bytes").asInt());
    assertThat(load.problem(true)).hasValueSatisfying(problem -> assertThat(problem).contains("A-B is missing"));
    assertThat(load.problem(false)).as("a shuffle that failed may lack files").isEmpty();
    write(right);
    assertThat(load.problem(true)).isEmpty();
    right[right.length - 1] ^= 1;
    write(right);
    assertThat(load.problem(true)).isPresent();
    write(Arrays.copyOf(right, right.length - 1));
    assertThat(load.problem(false)).as("nor may a failed one leave half of a file under its name").isPresent();
    load.remove();
    assertThat(folder).isEmptyDirectory();
  }
}
