package dev.terra.lab.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.agents.LevelsBench.Level;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LevelsBenchTest {
  /** The line from (0, 1) to (4, 0.2) is at 0.6 at 2 ns. The line from (2, 0.5) to (8, 0.1) is at 0.3667 at 4 ns. */
  @Test
  void aCornerIsBelowEachMixOfOthers() {
    Level low = new Level(-1, 2, .5);
    Level above = new Level(-3, 2, .61);
    Level middle = new Level(1, 4, .2);
    Level high = new Level(3, 8, .1);
    Level worse = new Level(2, 5, .25);
    List<Level> all = List.of(low, above, middle, worse, high);
    assertThat(all.stream().filter(level -> LevelsBench.isCorner(level, all))).containsExactly(low, middle, high);
    List<Level> withoutLow = List.of(above, middle);
    assertThat(LevelsBench.isCorner(above, withoutLow)).isFalse();
  }

  @Test
  void aLevelThatLeavesAllIsNoCorner() {
    Level none = new Level(1, 1, 1);
    assertThat(LevelsBench.isCorner(none, List.of(none))).isFalse();
  }

  @Test
  void bytesThatDoNotShrinkStayAndThoseThatDoAreMeasured() {
    byte[] random = new byte[100_000];
    new Random(1).nextBytes(random);
    assertThat(LevelsBench.run(random, 40_000, List.of(1), 2).get(0).level().wireShare()).isEqualTo(1);
    LevelsBench.Row zeros = LevelsBench.run(new byte[1_000_000], 100_000, List.of(1), 2).get(0);
    assertThat(zeros.level().wireShare()).isBetween(0.0, .05);
    assertThat(zeros.corner()).isTrue();
  }

  @Test
  void wrongArgumentsAreRefused() {
    for (String wrong : List.of("--levels=10", "--tables=line", "--megabytes=0", "--block=300", "--rounds=0")) {
      assertThat(new CommandLine(new BenchLevelsCommand()).execute(wrong)).as(wrong).isEqualTo(2);
    }
  }
}
