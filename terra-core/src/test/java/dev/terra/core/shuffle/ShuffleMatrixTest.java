package dev.terra.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.shuffle.ShuffleMatrix.Collapsed;
import dev.terra.core.wan.SiteId;
import org.junit.jupiter.api.Test;

class ShuffleMatrixTest {
  private static final ShuffleId ID = new ShuffleId("s");
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final BundleId A_TO_B = new BundleId(ID, A, B);

  private final ShuffleMatrix matrix = new ShuffleMatrix(ID);

  ShuffleMatrixTest() {
    matrix.place("a1", A);
    matrix.place("a2", A);
    matrix.place("b1", B);
  }

  @Test
  void hostsCollapseToSitesAndLocalBytesDropOut() {
    matrix.add("a1", "b1", 10);
    matrix.add("a2", "b1", 5);
    matrix.add("a1", "a2", 100);
    matrix.add("b1", "a1", 7);

    assertThat(matrix.collapse()).hasSize(2).containsEntry(A_TO_B, new Collapsed(15, 2))
        .containsEntry(new BundleId(ID, B, A), new Collapsed(7, 1));
  }

  @Test
  void aMatrixGrowsAndShrinks() {
    matrix.add("a1", "b1", 10);
    matrix.add("a1", "b1", 10);
    matrix.acknowledge("a1", "b1", 15);
    assertThat(matrix.collapse()).containsEntry(A_TO_B, new Collapsed(5, 1));

    matrix.acknowledge("a1", "b1", 5);
    assertThat(matrix.collapse()).containsEntry(A_TO_B, new Collapsed(0, 0));
  }

  @Test
  void bytesWithoutASiteAreUnplacedUntilItIsKnown() {
    matrix.add("a1", "r0", 10);
    assertThat(matrix.collapse()).isEmpty();
    assertThat(matrix.unplacedBytes()).isEqualTo(10);

    matrix.place("r0", B);
    assertThat(matrix.collapse()).containsEntry(A_TO_B, new Collapsed(10, 1));
    assertThat(matrix.unplacedBytes()).isZero();
  }

  @Test
  void destinationsMoveWithTheirUnsentBytes() {
    matrix.place("r0", B);
    matrix.add("a1", "r0", 10);
    matrix.acknowledge("a1", "r0", 4);

    matrix.place("r0", A);
    assertThat(matrix.collapse()).isEmpty();

    matrix.replaceDestination("r0", "b1");
    assertThat(matrix.collapse()).containsEntry(A_TO_B, new Collapsed(6, 1));
  }

  @Test
  void impossibleBytesAreRefused() {
    matrix.add("a1", "b1", Long.MAX_VALUE);
    assertThatThrownBy(() -> matrix.add("a1", "b1", 1)).hasMessage("shuffle s: the bytes of a1 to b1 exceed 2^63 - 1");
    matrix.add("a2", "b1", 1);
    assertThatThrownBy(matrix::collapse).hasMessage("shuffle s: the bytes of A to B exceed 2^63 - 1");
    assertThatThrownBy(() -> matrix.add("a1", "b1", -1)).hasMessageContaining("at least 0, got -1");
    assertThatThrownBy(() -> matrix.acknowledge("b1", "a1", 1)).hasMessageContaining("where 0 are unsent");
  }
}
