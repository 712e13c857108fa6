package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.testbed.engine.SparkVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnginesTest {
  private static final InputShares SHARES = InputShares.parse("60,20,20");

  @ParameterizedTest
  @EnumSource
  void eachIsMadeByItsName(EngineName name) {
    assertThat(Engines.create(name, 1, 1, SparkVersion.V3_5, MapOutputCompression.OFF).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @EnumSource(names = {"MR", "MR_TEXT", "TEZ"})
  void theseDivideTheirInput(EngineName name) {
    assertThat(Engines.withShares(name, 1, SHARES).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @EnumSource(names = {"HIVE", "SPARK"})
  void othersHaveEvenShares(EngineName name) {
    assertThatThrownBy(() -> Engines.withShares(name, 1, SHARES)).hasMessageContaining(name.label() + " is divided evenly")
        .hasMessageContaining("use mr, mr-text or tez");
  }

  @Test
  void textIsComparedByteForByte() {
    assertThat(EngineName.MR_TEXT.label()).isEqualTo("mr-text");
    assertThat(EngineName.MR_TEXT.comparison()).isEqualTo(EngineName.MR.comparison());
  }
}
