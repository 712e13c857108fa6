package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.api.v1.ShuffleStatus;
import dev.terra.controller.core.shuffle.ReportCheck;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that each site which reads a broadcast gets all of its bytes, and more bytes for readers after the first at that site. */
class BroadcastVolumesTest {
  private static final String ID = "an edge";

  private final Harness harness = new Harness();

  private ShuffleStatus status() {
    return harness.status().getShuffles(0);
  }

  private void produced() {
    harness.helloAll();
    harness.describeBroadcast(1, ID);
    harness.broadcast(1, ID, Map.of(), 100L, 50L);
  }

  @Test
  void nothingIsPlacedUntilASiteReads() {
    produced();
    harness.round();
    assertThat(harness.demands()).isEmpty();
    assertThat(status().getUnplacedBytes()).isEqualTo(150);
    assertThat(status().getProducedBytes()).isEqualTo(150);
  }

  @Test
  void eachSiteThatReadsGetsAllBytesAndThoseOfItsFurtherReaders() {
    produced();
    harness.readAt(1, ID, "B", "C");
    harness.readAt(2, ID, "A");
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of(ID + ":AB", 150.0, ID + ":AC", 150.0));
    assertThat(status().getUnplacedBytes()).isZero();
    assertThat(status().getSameSiteBytes()).isEqualTo(150);
    assertThat(status().getProducedBytes()).isEqualTo(450);
    harness.broadcast(1, ID, Map.of("B", 200L), 100L, 50L);
    harness.progress(1, ID, "B", 30, 20, 0);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of(ID + ":AB", 300.0, ID + ":AC", 150.0));
    harness.broadcast(1, ID, Map.of(), 100L, 50L);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of(ID + ":AB", 100.0, ID + ":AC", 150.0));
  }

  @Test
  void whatWasSaidBeforeItsDescriptionCounts() {
    harness.helloAll();
    harness.broadcast(1, ID, Map.of("B", 7L), 100L);
    harness.readAt(1, ID, "B");
    harness.round();
    assertThat(harness.demands()).isEmpty();
    harness.describeBroadcast(1, ID);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of(ID + ":AB", 107.0));
  }

  @Test
  void itsSitesAreForwardedToAllProducersAndToThoseThatComeLater() {
    produced();
    harness.broadcast(2, ID, Map.of(), 10L);
    harness.sent.clear();
    harness.readAt(1, ID, "C");
    assertThat(harness.sent).hasSize(2);
    assertThat(harness.to(2)).last().satisfies(c -> assertThat(c.getPlacement().getReadingSitesList()).containsExactly("C"));
    harness.readAt(2, ID, "C");
    assertThat(harness.sent).as("no echo of what is known").hasSize(2);
    harness.broadcast(3, ID, Map.of(), 10L);
    assertThat(harness.to(3)).last().satisfies(c -> assertThat(c.getPlacement().getReadingSitesList()).containsExactly("C"));
  }

  @Test
  void whatASitesAgentSaidIsForgottenWithItsStreamAndReadersStay() {
    produced();
    harness.readAt(1, ID, "B");
    harness.broadcast(1, ID, Map.of("B", 7L), 100L, 50L);
    harness.hello(4, "A");
    harness.broadcast(4, ID, Map.of(), 100L);
    harness.round();
    assertThat(harness.demands()).isEqualTo(Map.of(ID + ":AB", 100.0));
  }

  @Test
  void nonsenseIsRefused() {
    produced();
    harness.readAt(1, ID, "nowhere");
    harness.broadcast(1, ID, Map.of("nowhere", 7L), 100L);
    harness.broadcast(1, ID, Map.of("B", -1L), 100L);
    harness.broadcast(1, ID, Map.of("B", ReportCheck.BUNDLE_BYTES + 1), 100L);
    assertThat(harness.events("report-refused")).hasSize(4);
  }
}
