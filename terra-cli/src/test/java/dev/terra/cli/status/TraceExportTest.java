package dev.terra.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.api.v1.BundleBytes;
import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.GrowthStep;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.Status;
import dev.terra.sim.trace.Traces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceExportTest {
  private static BundleStatus.Builder bundle(String from, String to, long expected, long acknowledged) {
    return BundleStatus.newBuilder().setFrom(from).setTo(to).setExpectedBytes(expected).setAcknowledgedBytes(acknowledged);
  }

  private static GrowthStep step(double seconds, String from, String to, long bytes) {
    return GrowthStep.newBuilder().setAtSeconds(seconds)
        .addBundles(BundleBytes.newBuilder().setFrom(from).setTo(to).setBytes(bytes)).build();
  }

  private static ShuffleStatus.Builder shuffle() {
    return ShuffleStatus.newBuilder().setId("job_1").setArrivalSeconds(5).setStartSeconds(7);
  }

  private static JsonNode jobs(ShuffleStatus.Builder shuffle) throws IOException {
    return new ObjectMapper().readTree(TraceExport.toJson(Status.newBuilder().setWan("w").addShuffles(shuffle).build())).get("jobs");
  }

  @Test
  void whatComesLaterComesFromAStageOfItsOwn() throws IOException {
    JsonNode job = jobs(shuffle().addBundles(bundle("A", "B", 30, 0)).addBundles(bundle("C", "B", 5, 5))
        .addGrowth(step(7, "A", "B", 10)).addGrowth(step(9.5, "A", "B", 20)).addGrowth(step(11, "C", "B", 5))).get(0);
    assertThat(job.get("arrivalSeconds").asDouble()).isEqualTo(7);
    assertThat(job.get("stages"))
        .extracting(stage -> stage.get("name").asText() + " " + stage.path("seconds").asText() + stage.get("tasks"))
        .containsExactly("map-1 0.0{\"A\":1}", "map-2 2.5{\"A\":1}", "map-3 4.0{\"C\":1}", "reduce {\"B\":1}");
    assertThat(job.get("shuffles")).extracting(shuffle -> shuffle.get("from").asText() + " " + shuffle.at("/bundles/0/bytes").asLong())
        .containsExactly("map-1 10", "map-2 20", "map-3 5");
  }

  @Test
  void whatIsNotCarriedInTheEndIsNoPartOfIt() throws IOException {
    assertThat(jobs(shuffle().addBundles(bundle("A", "B", 30, 0).setWithdrawnBytes(20))
        .addGrowth(step(7, "A", "B", 10)).addGrowth(step(9, "A", "B", 20))).get(0).get("shuffles")).hasSize(1);
    JsonNode ended = jobs(shuffle().setEnded(true).addBundles(bundle("A", "B", 30, 12)).addGrowth(step(7, "A", "B", 30)));
    assertThat(ended.at("/0/shuffles/0/bundles/0/bytes").asLong()).isEqualTo(12);
    assertThat(jobs(shuffle().addBundles(bundle("A", "B", 30, 0).setBypassed(true)))).isEmpty();
  }

  @Test
  void whatCameAtNoKnownTimeIsLast() throws IOException {
    JsonNode all = jobs(shuffle().addBundles(bundle("A", "B", 30, 0))).get(0);
    assertThat(all.get("arrivalSeconds").asDouble()).isEqualTo(7);
    assertThat(all.at("/shuffles/0/bundles/0/bytes").asLong()).isEqualTo(30);
    JsonNode part = jobs(shuffle().addBundles(bundle("A", "B", 30, 0))
        .addGrowth(step(7, "A", "B", 10)).addGrowth(step(8, "A", "B", 15))).get(0);
    assertThat(part.get("shuffles")).extracting(shuffle -> shuffle.at("/bundles/0/bytes").asLong()).containsExactly(10L, 20L);
  }

  @Test
  void whichPartWasOnLinksIsSaidWhereChunksWereCompressed() throws IOException {
    ShuffleStatus.Builder compressed = shuffle().addBundles(bundle("A", "B", 30, 30).setAcknowledgedBytes(30).setSavedBytes(24));
    Status all = Status.newBuilder().setWan("w").addShuffles(compressed).build();
    assertThat(jobs(compressed).at("/0/wireShare").asDouble()).isEqualTo(.2);
    assertThat(Traces.parse(Path.of("trace.json"), TraceExport.toJson(all), List.of()).jobs()).as("it can be replayed").hasSize(1);
    assertThat(jobs(shuffle().addBundles(bundle("A", "B", 30, 0))).at("/0").has("wireShare")).isFalse();
  }

  @Test
  void whatIsOnlyToldOfIsWholeThoughTerraCarriesNothingOfIt() throws IOException {
    JsonNode seen = jobs(shuffle().setObserved(true).setEnded(true).addBundles(bundle("A", "B", 30, 0).setWithdrawnBytes(30)
        .setBypassed(true))
        .addGrowth(step(7, "A", "B", 10)).addGrowth(step(9, "A", "B", 20)));
    assertThat(seen.at("/0/shuffles")).extracting(shuffle -> shuffle.at("/bundles/0/bytes").asLong()).containsExactly(10L, 20L);
    assertThat(seen.at("/0").has("observedSeconds")).isFalse();
    ShuffleStatus.Builder served = shuffle().setObserved(true).setFinishSeconds(19)
        .addBundles(bundle("A", "B", 30, 0)).addGrowth(step(7, "A", "B", 30));
    Status all = Status.newBuilder().setWan("w").addShuffles(served).build();
    assertThat(Traces.parse(Path.of("trace.json"), TraceExport.toJson(all), List.of()).jobs()).hasSize(1);
    assertThat(jobs(served).at("/0/observedSeconds").asDouble()).isEqualTo(12);
  }
}
