package dev.terra.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final List<String> SITES = List.of("A", "B", "C");

  private static List<String> blocks(Placement placement, String table) {
    return LongStream.range(0, 60).mapToObj(block -> placement.site(table, block * Placement.BLOCK_ROWS)).toList();
  }

  @Test
  void rowsOfABlockAreAtOneSiteAndBlocksAtAll() {
    Placement placement = new Placement(SITES, Map.of(), 1);
    assertThat(placement.site("t", 0)).isEqualTo(placement.site("t", Placement.BLOCK_ROWS - 1L));
    assertThat(blocks(placement, "t")).containsAll(SITES);
  }

  @Test
  void theSeedDecides() {
    List<String> first = blocks(new Placement(SITES, Map.of(), 1), "t");
    assertThat(blocks(new Placement(SITES, Map.of(), 1), "t")).isEqualTo(first);
    assertThat(blocks(new Placement(SITES, Map.of(), 2), "t")).isNotEqualTo(first);
    assertThat(blocks(new Placement(SITES, Map.of(), 1), "other")).isNotEqualTo(first);
  }

  @Test
  void aTableIsOnlyWhereItMayBe() {
    Placement placement = new Placement(SITES, Map.of("t", List.of("B")), 1);
    assertThat(blocks(placement, "t")).containsOnly("B");
    assertThat(blocks(placement, "other")).containsAll(SITES);
    assertThatThrownBy(() -> new Placement(SITES, Map.of("t", List.of("D")), 1)).hasMessageContaining("table t").hasMessageContaining("D");
  }
}
