package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.sim.WanEvent.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WanEventTest {
  @Test
  void linesAreEventsInTheirOrder() {
    assertThat(WanEvent.parse("# a quiet start\n\n 2.5 down A B # for a while\n1 up NY LA\n7\tcapacity A B 40 Mbps\n")).containsExactly(
        new WanEvent(2.5, LinkId.of("A", "B"), Kind.DOWN, Optional.empty()),
        new WanEvent(1, LinkId.of("NY", "LA"), Kind.UP, Optional.empty()),
        new WanEvent(7, LinkId.of("A", "B"), Kind.CAPACITY, Optional.of(new Bandwidth(5e6))));
    assertThat(WanEvent.parse("")).isEmpty();
  }

  @Property(tries = 100)
  void whatIsWrittenIsRead(
      @ForAll @DoubleRange(max = 1e9) double at, @ForAll Kind kind, @ForAll @IntRange(min = 1, max = 100_000) int megabits) {
    WanEvent event = new WanEvent(at, LinkId.of("A", "B"), kind,
        kind == Kind.CAPACITY ? Optional.of(Bandwidth.ofMegabitsPerSecond(megabits)) : Optional.empty());
    String line = at + " " + kind.name().toLowerCase(Locale.ROOT) + " A B" + (kind == Kind.CAPACITY ? " " + megabits + " Mbps" : "");

    assertThat(WanEvent.parse("\n" + line)).isEqualTo(List.of(event));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', value = {"1 down A; down|up", "1 down A B C; down|up", "1 away A B; away", "1 capacity A B; capacity A B",
      "-1 down A B; at least 0", "NaN down A B; at least 0", "Infinity up A B; at least 0", "soon down A B; soon",
      "1 capacity A B 0 Mbps; above 0", "1 capacity A B many; many", "1 capacity A B -5 Mbps; -5"})
  void whatCannotBeReadIsAnErrorOfItsLine(String line, String what) {
    assertThatThrownBy(() -> WanEvent.parse("0 down A B\n" + line)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 2: ").hasMessageContaining(what);
  }

  @Test
  void onlyAChangeOfCapacityHasOne() {
    LinkId link = LinkId.of("A", "B");
    assertThatThrownBy(() -> new WanEvent(0, link, Kind.DOWN, Optional.of(new Bandwidth(1)))).hasMessageContaining("if, and only if");
    assertThatThrownBy(() -> new WanEvent(0, link, Kind.CAPACITY, Optional.empty())).hasMessageContaining("if, and only if");
  }
}
