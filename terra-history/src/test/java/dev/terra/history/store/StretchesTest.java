package dev.terra.history.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StretchesTest {
  private record Row(long at, long kind) {}

  private static List<List<Row>> group(List<Row> rows, long span) {
    return Stretches.group(rows, Row::at, Row::kind, span);
  }

  @Test
  void aLongerStretchBeginsAtAMultipleOfItsLength() {
    assertThat(group(List.of(new Row(0, 1), new Row(9_999, 1), new Row(10_000, 1), new Row(25_000, 1)), 10_000)).containsExactly(
        List.of(new Row(0, 1), new Row(9_999, 1)), List.of(new Row(10_000, 1)), List.of(new Row(25_000, 1)));
  }

  @Test
  void rowsOfAnotherKindBeginAGroup() {
    assertThat(group(List.of(new Row(1, 1), new Row(2, 2), new Row(3, 1)), 10)).hasSize(3);
  }

  @Test
  void timesBefore1970AreGroupedAsOthers() {
    assertThat(group(List.of(new Row(-11, 1), new Row(-10, 1), new Row(-1, 1), new Row(0, 1)), 10)).containsExactly(
        List.of(new Row(-11, 1)), List.of(new Row(-10, 1), new Row(-1, 1)), List.of(new Row(0, 1)));
  }

  @Test
  void noRowsAreNoGroups() {
    assertThat(group(List.of(), 10)).isEmpty();
  }

  @Property(tries = 200)
  void eachRowIsInOneGroupAndOrderIsKept(@ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int span) {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    long at = -100;
    for (int i = 0; i < 60; i++) {
      at += random.nextInt(7);
      rows.add(new Row(at, random.nextInt(2)));
    }
    List<List<Row>> groups = group(rows, span);

    assertThat(groups.stream().flatMap(List::stream).toList()).isEqualTo(rows);
    assertThat(groups).allSatisfy(group -> {
      assertThat(group.stream().map(row -> Math.floorDiv(row.at, (long) span)).distinct()).hasSize(1);
      assertThat(group.stream().map(Row::kind).distinct()).hasSize(1);
    });
  }
}
