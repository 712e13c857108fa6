package dev.terra.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.workloads.Suite;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TablesTest {
  private static final double TINY = 0.001;

  private static Table table(Suite suite, String name) {
    return suite.tables().stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
  }

  private static long count(Table table, double scaleFactor) {
    long count = 0;
    for (Iterator<Object[]> rows = table.rows(scaleFactor); rows.hasNext(); rows.next()) {
      count++;
    }
    return count;
  }

  @ParameterizedTest
  @CsvSource({"TPCH, region, 5", "TPCH, nation, 25", "TPCH, orders, 1500", "TPCDS, reason, 1", "TPCDS, date_dim, 73049",
      "BIGBENCH, web_clickstreams, 4000", "BIGBENCH, product_reviews, 90"})
  void hasTheRowsOfItsScaleFactor(Suite suite, String name, long rows) {
    assertThat(count(table(suite, name), TINY)).isEqualTo(rows);
  }

  @ParameterizedTest
  @EnumSource
  void valuesAreOfTheirColumnsTypeAndTheSameEachTime(Suite suite) {
    assertThat(suite.tables()).isNotEmpty().allSatisfy(table -> {
      Iterator<Object[]> rows = table.rows(TINY);
      Iterator<Object[]> again = table.rows(TINY);
      for (int row = 0; row < 50 && rows.hasNext(); row++) {
        Object[] values = rows.next();
        assertThat(values).isEqualTo(again.next()).hasSameSizeAs(table.columns());
        for (int i = 0; i < values.length; i++) {
          assertTypeOf(table.columns().get(i), values[i]);
        }
      }
    });
  }

  private static void assertTypeOf(Column column, Object value) {
    if (value == null) {
      return;
    }
    switch (column.type()) {
      case BIGINT -> assertThat(value).as(column.name()).isInstanceOf(Long.class);
      case INT -> assertThat(value).as(column.name()).isInstanceOf(Integer.class);
      case STRING -> assertThat(value).as(column.name()).isInstanceOf(String.class);
      case DATE -> assertThat(value).as(column.name()).isInstanceOf(LocalDate.class);
      case DECIMAL -> {
        assertThat(((BigDecimal) value).scale()).as(column.name()).isEqualTo(column.scale());
        assertThat(((BigDecimal) value).precision()).as(column.name()).isLessThanOrEqualTo(column.precision());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noTwoTablesOrColumnsShareAName(Suite suite) {
    assertThat(suite.tables().stream().map(Table::name)).doesNotHaveDuplicates();
    assertThat(suite.tables()).allSatisfy(table -> assertThat(table.columns().stream().map(Column::name)).doesNotHaveDuplicates());
  }

  @Test
  void fewVisitorsHaveMostClicks() {
    Map<Object, Long> clicks = new HashMap<>();
    table(Suite.BIGBENCH, "web_clickstreams").rows(TINY).forEachRemaining(row -> clicks.merge(row[4], 1L, Long::sum));
    long known = clicks.values().stream().mapToLong(Long::longValue).sum() - clicks.remove(null);
    long ofATenth = clicks.values().stream().sorted(Comparator.reverseOrder()).limit(clicks.size() / 10).mapToLong(Long::longValue).sum();
    assertThat(ofATenth).isGreaterThan(known / 3);
  }
}
