package dev.terra.reproduce.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PortTest {
  /** A line on which a byte takes a microsecond. */
  private static final Port.Line LINE = new Port.Line(8e6, 0, 1_000_000);
  private static final long MICRO = 1_000_000;

  private final Clock clock = new Clock();
  private final List<Integer> left = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();

  private Packet packet(int bytes, int queue) {
    return new Packet(bytes, queue) {
      @Override
      public void happen() {
        left.add(queue());
        times.add(clock.now() / MICRO);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void classesThatWaitShareTheLineByTheirWeights(Port.Queueing queueing) {
    Port port = new Port(clock, LINE, queueing, List.of(4.0, 1.0));
    for (int i = 0; i < 1_000; i++) {
      port.offer(packet(100, 0));
      port.offer(packet(100, 1));
    }
    clock.runWhile(() -> left.size() < 1_000);
    assertThat(left.stream().filter(queue -> queue == 0).count() / 1_000.0).isCloseTo(.8, within(.002));
  }

  @ParameterizedTest
  @EnumSource
  void aClassHasTheLineForItselfWhereTheOthersOfferNothing(Port.Queueing queueing) {
    Port port = new Port(clock, LINE, queueing, List.of(8.0, 4.0, 1.0));
    for (int i = 0; i < 10; i++) {
      port.offer(packet(10, 2));
    }
    clock.runWhile(() -> true);
    assertThat(times).containsExactly(10L, 20L, 30L, 40L, 50L, 60L, 70L, 80L, 90L, 100L);
  }

  /** Lets ten packets of the lower class be sent alone, and then both classes offer packets. */
  private List<Integer> afterTheLowerClassWasAlone(Port.Queueing queueing) {
    Port port = new Port(clock, LINE, queueing, List.of(1.0, 1.0));
    for (int i = 0; i < 20; i++) {
      port.offer(packet(10, 1));
    }
    clock.at(101 * MICRO, () -> {
      for (int i = 0; i < 10; i++) {
        port.offer(packet(10, 0));
      }
    });
    clock.runWhile(() -> left.size() < 20);
    return left.subList(11, 20);
  }

  @Test
  void aSelfClockedClassOwesNothingForWhatOthersLeft() {
    assertThat(afterTheLowerClassWasAlone(Port.Queueing.SELF_CLOCKED).stream().filter(queue -> queue == 0)).hasSizeBetween(4, 5);
  }

  @Test
  void aVirtualClockMakesUpForIt() {
    assertThat(afterTheLowerClassWasAlone(Port.Queueing.VIRTUAL_CLOCK).stream().filter(queue -> queue == 0)).hasSizeGreaterThan(6);
  }

  @Test
  void whatFindsNoRoomIsDropped() {
    Port port = new Port(clock, new Port.Line(8e6, 7 * MICRO, 25), Port.Queueing.SELF_CLOCKED, List.of(1.0));
    for (int i = 0; i < 4; i++) {
      port.offer(packet(10, 0));
    }
    clock.runWhile(() -> true);
    assertThat(port.dropped()).as("one is on the line, two wait").isEqualTo(1);
    assertThat(times).as("with the line's delay").containsExactly(17L, 27L, 37L);
  }
}
