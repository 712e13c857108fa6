package dev.terra.sim.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SingleMachineTest {
  @Test
  void theMostUrgentGoesFirst() {
    SingleMachine machine = new SingleMachine(new double[] {0, 0}, new double[] {4, 2});

    assertThat(machine.meanSeconds(new double[] {1, 2})).containsExactly(4, 1);
    assertThat(machine.meanSeconds(new double[] {2, 1})).containsExactly(2, 5);
  }

  @Test
  void anUrgentLoadInterruptsAnother() {
    SingleMachine machine = new SingleMachine(new double[] {0, 1}, new double[] {3, 2});

    // The machine serves the first from 0 to 1, the second from 1 to 3, and the rest of the first from 3 to 5.
    assertThat(machine.meanSeconds(new double[] {1, 5})).containsExactly(new double[] {(0.5 + 2 * 4) / 3, 2}, within(1e-12));
  }

  @Test
  void itIsIdleWhileNothingWasReleased() {
    SingleMachine machine = new SingleMachine(new double[] {2, 10}, new double[] {2, 4});

    assertThat(machine.meanSeconds(new double[] {1, 1})).containsExactly(3, 12);
  }

  @Test
  void loadsItDoesNotSeeTakeNoTime() {
    SingleMachine machine = new SingleMachine(new double[] {0, 0}, new double[] {0, 6});

    assertThat(machine.load(0)).isZero();
    assertThat(machine.meanSeconds(new double[] {9, 1})).containsExactly(0, 3);
  }

  @Property(tries = 100)
  void withoutReleasesTheLoadsTimesTheirMeansAreTheSameInAnyOrder(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 99) Integer> loads) {
    double[] load = loads.stream().mapToDouble(Integer::doubleValue).toArray();
    SingleMachine machine = new SingleMachine(new double[load.length], load);
    double total = DoubleStream.of(load).sum();
    double[] mean = machine.meanSeconds(IntStream.range(0, load.length).mapToDouble(i -> (i * 7) % 5).toArray());
    double sum = IntStream.range(0, load.length).mapToDouble(i -> load[i] * mean[i]).sum();

    assertThat(sum).isCloseTo(total * total / 2, within(1e-6));
  }
}
