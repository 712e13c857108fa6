package dev.terra.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.replay.WireShuffle.Bundle;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubmitLinesCommandTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");

  @Test
  void aLineIsAMatrix() {
    assertThat(SubmitLinesCommand.matrix("j/s j A B 100 7 C B 50 8 A C 25 9".split(" ")).totalBytes()).isEqualTo(175);
  }

  @Test
  void aLineThatIsNoneIsRefused() {
    for (String wrong : List.of("j/s j A B 100", "j/s A B 100 7", "j/s j", "j/s")) {
      assertThatThrownBy(() -> SubmitLinesCommand.matrix(wrong.split(" "))).as(wrong).isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected TASK GROUP FROM TO BYTES SEED");
    }
  }

  @Test
  void aGroupIsCheckedAsOthersAre() {
    assertThatThrownBy(() -> SubmitLinesCommand.matrix(("j/s " + "j".repeat(201) + " A B 100 7").split(" ")))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("a group of submitted shuffles");
  }

  @Test
  void aShuffleIsALineOfItsJobsGroup() {
    WireShuffle shuffle = new WireShuffle("j", "j/s", List.of(new Bundle(A, B, 100, 1, 7), new Bundle(B, A, 5, 3, 8)));

    assertThat(SubmitLinesCommand.line(shuffle)).isEqualTo("j/s j A B 100 56 B A 2 64 B A 2 65 B A 1 66");
    assertThat(SubmitLinesCommand.matrix(SubmitLinesCommand.line(shuffle).split(" ")).totalBytes()).isEqualTo(shuffle.bytes());
  }

  @Test
  void aBundleHasATransferForEachFlowUpToEight() {
    assertThat(new Bundle(A, B, 1_000, 64, 1).parts(8)).hasSize(8).allSatisfy(part -> assertThat(part.bytes()).isEqualTo(125));
    assertThat(new Bundle(A, B, 3, 64, 1).parts(8)).as("none without a byte").hasSize(3)
        .allSatisfy(part -> assertThat(part.bytes()).isEqualTo(1));
    assertThat(new Bundle(A, B, 1_003, 8, 1).parts(8)).extracting(Bundle::bytes)
        .containsExactly(126L, 126L, 126L, 125L, 125L, 125L, 125L, 125L);
  }

  @Test
  void noTwoTransfersAreMadeFromOneSeed() {
    List<Long> seeds = List.of(new Bundle(A, B, 1_000, 8, 1), new Bundle(A, B, 1_000, 8, 2)).stream()
        .flatMap(bundle -> bundle.parts(8).stream()).map(Bundle::seed).toList();
    assertThat(seeds).hasSize(16).doesNotHaveDuplicates();
  }
}
