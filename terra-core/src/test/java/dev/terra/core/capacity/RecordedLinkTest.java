package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.capacity.LinkMeter.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests with receipts that agents of a testbed recorded while twelve processes for each core waited for the core. The tests check the
 * figures of a meter as agents report them. Rates are bytes/s of what connections carry: a link of 18.5 Mbit/s carries 2.23 MB/s of these
 * bytes, a link of 54 Mbit/s carries 6.51 MB/s.
 */
class RecordedLinkTest {
  private static final double SWAN_LINK = 18.5e6 / 8 * 1448 / 1500;
  private static final double TRIANGLE_LINK = 54e6 / 8 * 1448 / 1500;
  private static final double IP_BYTES = 1500.0 / 1448;
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;
  private static final long TOLD_NANOS = 550_000_000;
  private static final long TOLD_LIMITED_NANOS = 350_000_000;

  /** The figures that are reported at a time, which is in seconds since the recording began. */
  private record Told(double seconds, Figures figures) {
    double rate() {
      return figures.limitedBytes() * NANOS / figures.limitedNanos();
    }
  }

  /** Returns all reported figures, both those of times at which the network limited the rate at least for a moment, and the others. */
  private static List<Told> told(String recording) throws IOException {
    LinkMeter meter = new LinkMeter();
    List<Told> told = new ArrayList<>();
    try (InputStream in = RecordedLinkTest.class.getResourceAsStream(recording + ".txt")) {
      new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().filter(line -> !line.startsWith("#")).forEach(line -> {
        long[] field = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        double blocked = field.length > 9 ? field[9] / 1000.0 : 0;
        double coreWait = field.length > 10 ? field[10] / 100.0 : 0;
        meter.receipt(new LinkMeter.Receipt(field[1], field[2] * 1000, (int) field[3], field[4] == 1, coreWait),
            new LinkMeter.Sender(field[5], (int) field[6], blocked, field[7] * 1000, field[0] * 1000, () -> OptionalLong.of(field[8])));
        meter.take(TOLD_NANOS, TOLD_LIMITED_NANOS).filter(figures -> figures.bytes() > 0)
            .ifPresent(figures -> told.add(new Told(field[0] / MICROS, figures)));
      });
    }
    return told;
  }

  private static List<Told> limited(String recording) throws IOException {
    return told(recording).stream().filter(one -> one.figures().limitedNanos() > 0).toList();
  }

  /** Returns how many seconds of a link's capacity plans that follow the estimate at once would have lost. */
  private static double lostSeconds(String recording) throws IOException {
    double nominal = SWAN_LINK * IP_BYTES;
    LinkCapacity capacity = new LinkCapacity(nominal, true, SimulatedLink.SHARE);
    double lost = 0;
    double last = 0;
    for (Told one : told(recording)) {
      lost += (1 - Math.min(1, capacity.estimate() / nominal)) * (one.seconds() - last);
      last = one.seconds();
      capacity.observe(observation(one.figures(), capacity.planned() * SimulatedLink.SHARE), one.seconds());
    }
    return lost;
  }

  private static LinkObservation observation(Figures figures, double granted) {
    double seconds = figures.nanos() / NANOS;
    double limited = figures.limitedNanos() / NANOS;
    double rate = figures.bytes() * IP_BYTES / seconds;
    return new LinkObservation(seconds, rate, limited, limited == 0 ? 0 : figures.limitedBytes() * IP_BYTES / limited,
        figures.pausedNanos() / NANOS, figures.queuedBytes() / rate, granted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"busy-1", "busy-2", "busy-3"})
  void whatIsEstimatedOnABusyMachineCostsLessThanOnePercent(String recording) throws IOException {
    assertThat(lostSeconds(recording)).as("of 60 s").isLessThan(0.6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"busy-1", "busy-2", "busy-3"})
  void aBusyMachineIsHardlyEverASlowLinkAndNeverAVerySlowOne(String recording) throws IOException {
    List<Told> told = limited(recording);
    assertThat(told.stream().mapToDouble(one -> one.figures().limitedNanos() / NANOS).sum()).as("of 60 s: %s", told).isLessThan(5);
    assertThat(told).as("of %s", SWAN_LINK).allSatisfy(one -> assertThat(one.rate()).isGreaterThan(0.55 * SWAN_LINK));
  }

  @Test
  void othersTrafficIsKnownWithinTwoSeconds() throws IOException {
    assertKnown(limited("background"), 9.3, 0.5 * TRIANGLE_LINK);
  }

  @Test
  void othersTrafficIsKnownWithinTwoSecondsWhereLittleWaitsAndThreadsWaitForCores() throws IOException {
    assertKnown(limited("background-few-cores"), 9.7, 0.5 * TRIANGLE_LINK);
  }

  @Test
  void aLinkThatGoesToAFifthIsKnownWithinTwoSeconds() throws IOException {
    assertKnown(limited("slow"), 8.8, 0.2 * TRIANGLE_LINK);
  }

  /**
   * The capacity falls at 8.8 s. The next receipts arrive at 9.37, 9.55 and 9.57 s, since the capacity of the other direction has fallen,
   * too.
   */
  @Test
  void theEstimateOfALinkThatGoesToAFifthFollowsWithTheThirdReceipt() throws IOException {
    double nominal = TRIANGLE_LINK * IP_BYTES;
    LinkCapacity capacity = new LinkCapacity(nominal, true, SimulatedLink.SHARE);
    told("slow").stream().filter(one -> one.seconds() < 9.6).forEach(one ->
        capacity.observe(observation(one.figures(), capacity.planned() * SimulatedLink.SHARE), one.seconds()));
    assertThat(capacity.estimate()).isBetween(0.17 * nominal, 0.23 * nominal);
  }

  private static void assertKnown(List<Told> told, double changedSeconds, double truth) {
    List<Told> after = told.stream().filter(one -> one.seconds() > changedSeconds && one.seconds() < changedSeconds + 3).toList();
    assertThat(after.get(0).seconds() - changedSeconds).isLessThan(2);
    double seconds = after.stream().mapToDouble(one -> one.figures().limitedNanos() / NANOS).sum();
    double bytes = after.stream().mapToDouble(one -> one.figures().limitedBytes()).sum();
    assertThat(bytes / seconds).isBetween(0.85 * truth, 1.15 * truth);
  }
}
