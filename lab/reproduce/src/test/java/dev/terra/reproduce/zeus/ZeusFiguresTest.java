package dev.terra.reproduce.zeus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.recurring.CostWeights;
import dev.terra.reproduce.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with invented measurements in the authors' format. Of three batch sizes, 16 is the cheapest, at 150 W. */
class ZeusFiguresTest {
  private static final String RUNS = """
      dataset,network,batch_size,optimizer,learning_rate,run,target_metric,target_epoch
      squad,net,8,adamw,1e-5,1,84.0,5.0
      squad,net,8,adamw,1e-5,2,84.0,nan
      squad,net,16,adamw,1e-5,1,84.0,3.0
      squad,net,16,adamw,1e-5,2,84.0,3.0
      squad,net,16,adamw,1e-5,2,86.0,6.0
      squad,net,32,adamw,1e-5,1,84.0,4.0
      squad,net,32,adamw,1e-5,2,84.0,4.0
      squad,net,64,adamw,1e-5,1,84.0,4.0
      squad,net,32,adam,1e-5,1,84.0,1.0
      """;
  private static final String POWER = """
      dataset,network,batch_size,optimizer,power_limit,time_per_epoch,average_power
      squad,net,8,adamw,150,100.0,140.0
      squad,net,8,adamw,200,99.5,170.0
      squad,net,8,adamw,225,99.2,185.0
      squad,net,8,adamw,250,99.0,200.0
      squad,net,16,adamw,150,90.0,140.0
      squad,net,16,adamw,200,87.0,180.0
      squad,net,16,adamw,225,86.0,200.0
      squad,net,16,adamw,250,85.0,220.0
      squad,net,32,adamw,150,90.0,150.0
      squad,net,32,adamw,200,85.0,200.0
      squad,net,32,adamw,225,82.0,220.0
      squad,net,32,adamw,250,80.0,240.0
      """;

  @TempDir private Path folder;

  @BeforeEach
  void measurements() throws IOException {
    Files.writeString(folder.resolve("summary_train.csv"), RUNS);
    Files.writeString(folder.resolve("summary_power_v100.csv"), POWER);
  }

  private MeasuredJob job() {
    return Measurements.in(folder).of(TrainingJob.SQUAD, Gpu.V100);
  }

  private List<Row> rows(String figure, double eta) {
    return new ZeusFigures(Measurements.in(folder), Gpu.V100, List.of(TrainingJob.SQUAD), new ZeusFigures.Knobs(eta, 2, 1, 3)).of(figure);
  }

  @Test
  void whatWasMeasuredIsRead() {
    assertThat(job().epochs()).containsOnlyKeys(8, 16, 32);
    assertThat(job().usualBatch()).isEqualTo(32);
    assertThat(job().mostPower()).isEqualTo(250);
    assertThat(job().usual().joules()).isEqualTo(4 * 80 * 240.);
    assertThat(job().leastCost(new CostWeights(.5, 250))).isEqualTo(3 * 90 * (.5 * 140 + .5 * 250));
  }

  @Test
  void theCheapestBatchSizeAndLimitAreFound() {
    assertThat(rows("4.6", .5).get(0).ours()).isCloseTo(3 * 90 * 140. / (4 * 80 * 240.), within(1e-9));
    assertThat(rows("4.6", .5).get(2)).matches(Row::holds).extracting(Row::ours).isEqualTo(1.);
  }

  @Test
  void itsRegretIsBelowThatOfGridSearch() {
    assertThat(rows("4.7", .5)).allMatch(Row::holds);
  }

  @Test
  void sweepsOverlapsAndObserversHold() {
    assertThat(rows("4.11", .5)).hasSize(10).allMatch(Row::holds);
    assertThat(rows("4.12", .5)).hasSize(4);
    assertThat(rows("concurrent", .5)).allMatch(row -> row.ours() < 1.2);
    assertThat(rows("observer", .5)).allMatch(Row::holds);
  }

  @Test
  void withTimeAloneTheLargestLimitIsUsed() {
    assertThat(rows("4.6", 0).get(1).ours()).isCloseTo(3 * 85 / (4 * 80.), within(1e-9));
  }

  @Test
  void aFileThatIsWrongIsNamed() throws IOException {
    Files.writeString(folder.resolve("summary_power_v100.csv"), POWER.replace("240.0", "much"));
    assertThatThrownBy(this::job).hasMessageContaining("summary_power_v100.csv, line 13").hasMessageContaining("average_power");
    Files.delete(folder.resolve("summary_train.csv"));
    assertThatThrownBy(this::job).hasMessageContaining("summary_train.csv cannot be read");
  }
}
