package dev.terra.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.workloads.Suite;
import dev.terra.workloads.data.Table;
import org.junit.jupiter.api.Test;

class DialectTest {
  @Test
  void theLastLimitAndCommentsGo() {
    String sql = "-- says something\nselect a from (select a from t limit 5) s\norder by a\nLIMIT 100;\n";
    assertThat(Dialect.SPARK.query(sql)).isEqualTo("select a from (select a from t limit 5) s\norder by a");
  }

  @Test
  void hiveHasItsOwnIntervals() {
    assertThat(Dialect.HIVE.query("select d + INTERVAL 14 days, e - interval '3' month")).isEqualTo(
        "select d + interval '14' day, e - interval '3' month");
    assertThat(Dialect.SPARK.query("select d + INTERVAL 14 days")).isEqualTo("select d + INTERVAL 14 days");
  }

  @Test
  void hivesNamesDoNotEndWithASpace() {
    assertThat(Dialect.HIVE.query("select a as `order count `")).isEqualTo("select a as `order count`");
  }

  @Test
  void hivesNumbersBeginWithADigit() {
    assertThat(Dialect.HIVE.query("select t.a from t where x between .06 - 0.01 and .06+1.5 and y>.5")).isEqualTo(
        "select t.a from t where x between 0.06 - 0.01 and 0.06+1.5 and y>0.5");
  }

  @Test
  void tablesAreDeclared() {
    Table region = Suite.TPCH.tables().stream().filter(table -> table.name().equals("region")).findFirst().orElseThrow();
    assertThat(Dialect.HIVE.create(region, "/in/region")).isEqualTo("create external table region "
        + "(`r_regionkey` bigint, `r_name` string, `r_comment` string) stored as orc location '/in/region'");
    assertThat(Dialect.SPARK.create(region, "/in/region")).isEqualTo("create table region "
        + "(`r_regionkey` bigint, `r_name` string, `r_comment` string) using parquet location '/in/region'");
  }
}
