package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.capacity.LinkMeter.Figures;
import dev.terra.core.capacity.LinkMeter.Receipt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Tests of what a meter measures by receipts. Unless a test sets other values, five receipts a second report 1 MB/s, over a round trip of
 * 50 ms.
 */
class LinkMeterTest {
  private static final long RTT = 50_000_000;

  private final LinkMeter meter = new LinkMeter();
  private long millis;
  private long read;
  /** The bytes that TCP has under way: those of a round trip and of 100 ms more. */
  private OptionalLong flight = OptionalLong.of(150_000);
  private long lateHere;
  private double coreWait;
  private double blocked;
  private int asked;

  private OptionalLong flight() {
    asked++;
    return flight;
  }


  private void receipt(int afterMillis, long bytes, long queued, int connections, boolean paused) {
    millis += afterMillis;
    read += bytes;
    meter.receipt(new Receipt(read, millis * 1_000_000, connections, paused, coreWait),
        new LinkMeter.Sender(read + queued, 3, blocked, RTT, (millis + lateHere) * 1_000_000, this::flight));
  }

  private void receipts(int count, long bytes, long queued) {
    for (int i = 0; i < count; i++) {
      receipt(200, bytes, queued, 3, false);
    }
  }

  private Figures taken() {
    return meter.take(0, 0).orElseThrow();
  }

  @Test
  void whatIsOnItsWayForARoundTripIsNotHeldUp() {
    receipts(6, 200_000, 100_000);
    assertThat(taken()).isEqualTo(new Figures(1_000_000_000, 1_000_000, 0, 0, 0, 100_000));
  }

  @Test
  void whatWaitsForLongInFourReceiptsInARowIsHeldUpSinceTheFirstOfThem() {
    receipts(1, 200_000, 100_000);
    receipts(5, 200_000, 500_000);
    assertThat(taken()).isEqualTo(new Figures(1_000_000_000, 1_000_000, 800_000_000, 800_000, 0, 500_000));
    receipts(1, 200_000, 500_000);
    assertThat(taken()).isEqualTo(new Figures(200_000_000, 200_000, 200_000_000, 200_000, 0, 500_000));
  }

  @Test
  void aConnectionThatTakesNoMoreShowsASlowLinkWhereLittleWaits() {
    receipts(1, 200_000, 100_000);
    receipts(6, 200_000, 200_000);
    assertThat(taken().limitedNanos()).as("little waits").isZero();
    blocked = 0.65;
    receipts(6, 200_000, 200_000);
    assertThat(taken().limitedBytes()).isEqualTo(1_000_000);
  }

  @Test
  void aConnectionThatTakesNoMoreShowsNothingWithoutAQueueInTheNetworkOrAWordOfTcp() {
    blocked = 1;
    flight = OptionalLong.of(60_000);
    receipts(20, 200_000, 200_000);
    assertThat(taken().limitedNanos()).as("a round trip's bytes, however long").isZero();
    flight = OptionalLong.empty();
    receipts(20, 200_000, 200_000);
    assertThat(taken().limitedNanos()).as("nothing is known of the network").isZero();
  }

  @Test
  void aLinkWhoseBytesComeInBurstsIsNoneThatBegins() {
    receipts(2, 200_000, 100_000);
    for (int i = 0; i < 4; i++) {
      receipts(1, 100_000, 700_000);
      receipts(1, 300_000, 700_000);
    }
    assertThat(taken().limitedBytes()).as("all since the first receipt that says so").isEqualTo(1_500_000);
  }

  @Test
  void whatIsUnderWayIsAskedForOnlyUntilItIsSure() {
    receipts(1, 200_000, 100_000);
    receipts(2, 200_000, 500_000);
    assertThat(asked).as("it may be nothing").isZero();
    receipts(10, 200_000, 500_000);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void aThreadThatWaitsForACoreIsNoSlowLink() {
    flight = OptionalLong.of(85_000);
    receipts(1, 200_000, 100_000);
    coreWait = 0.16;
    receipts(20, 200_000, 500_000);
    assertThat(taken().limitedNanos()).isZero();
    coreWait = 0.15;
    receipts(20, 200_000, 500_000);
    assertThat(taken().limitedNanos()).as("a policer's, after three seconds").isPositive();
  }

  @Test
  void aQueueOfTcpShowsASlowLinkAlthoughAThreadWaitsForACore() {
    receipts(1, 200_000, 100_000);
    coreWait = 0.3;
    receipts(6, 200_000, 500_000);
    assertThat(taken().limitedBytes()).isEqualTo(1_000_000);
    coreWait = 0.31;
    receipts(20, 200_000, 500_000);
    assertThat(taken().limitedNanos()).as("the whole machine lacks cores").isZero();
  }

  @Test
  void threeOfThemSayNothing() {
    receipts(1, 200_000, 100_000);
    receipts(3, 200_000, 500_000);
    receipts(3, 200_000, 100_000);
    assertThat(taken().limitedNanos()).isZero();
  }

  @Test
  void whatWaitsForVeryLongIsKnownWithTheSecondReceipt() {
    receipts(2, 200_000, 100_000);
    receipts(2, 200_000, 2_000_000);
    assertThat(taken().limitedNanos()).isEqualTo(200_000_000);
  }

  @Test
  void whileTcpRecoversOnALinkWithoutAQueueNothingIsHeldUpByIt() {
    flight = OptionalLong.of(85_000);
    receipts(1, 200_000, 100_000);
    receipts(12, 200_000, 500_000);
    assertThat(taken().limitedNanos()).isZero();
  }

  @Test
  void afterSomeSecondsItIsAPolicer() {
    flight = OptionalLong.of(50_000);
    receipts(1, 200_000, 100_000);
    receipts(16, 200_000, 500_000);
    assertThat(meter.take(0, 0)).hasValueSatisfying(figures -> assertThat(figures.limitedNanos()).isEqualTo(3_000_000_000L));
  }

  @Test
  void whereNobodyTellsWhatIsUnderWayWaitingIsEnough() {
    flight = OptionalLong.empty();
    receipts(1, 200_000, 100_000);
    receipts(4, 200_000, 500_000);
    assertThat(taken().limitedNanos()).isEqualTo(600_000_000);
  }

  @Test
  void aFarEndThatLacksACoreIsNoSlowLink() {
    receipts(1, 200_000, 100_000);
    for (int i = 0; i < 5; i++) {
      receipts(2, 200_000, 500_000);
      receipt(400, 400_000, 500_000, 3, false);
    }
    assertThat(taken().limitedNanos()).isZero();
  }

  @Test
  void neitherIsThisEnd() {
    receipts(1, 200_000, 100_000);
    for (int i = 0; i < 5; i++) {
      lateHere = 400;
      receipts(1, 200_000, 500_000);
      lateHere = 200;
      receipts(1, 200_000, 500_000);
      lateHere = 0;
      receipts(2, 200_000, 500_000);
    }
    assertThat(taken().limitedNanos()).isZero();
  }

  @Test
  void lateReceiptsOfALinkThatHasBecomeVerySlowCountWhereItsQueueIsSeen() {
    receipts(2, 200_000, 100_000);
    lateHere = 500;
    receipt(200, 40_000, 1_200_000, 3, false);
    lateHere = 300;
    receipt(200, 40_000, 1_200_000, 3, false);
    assertThat(taken().limitedNanos()).isEqualTo(200_000_000);
    flight = OptionalLong.of(10_000);
    lateHere = 800;
    receipt(200, 200_000, 100_000, 3, false);
    receipt(200, 40_000, 1_200_000, 3, false);
    lateHere = 600;
    receipt(200, 40_000, 1_200_000, 3, false);
    assertThat(taken().limitedNanos()).as("TCP has no more under way than a round trip takes").isZero();
  }

  @Test
  void whatWasWrittenWhileAReceiptWasOnItsWayHasNotWaited() {
    receipts(2, 200_000, 100_000);
    lateHere = 1500;
    receipts(6, 200_000, 1_500_000);
    assertThat(taken().limitedNanos()).isZero();
  }

  @Test
  void clocksThatGoApartAreNoLateReceipts() {
    receipts(2, 200_000, 100_000);
    for (int i = 0; i < 20_000; i++) {
      lateHere = i / 50;
      receipt(200, 200_000, 100_000, 3, false);
    }
    taken();
    receipts(5, 200_000, 500_000);
    assertThat(taken().limitedBytes()).isPositive();
  }

  @Test
  void whatMayBeHeldUpIsKeptBackForAMoment() {
    receipts(1, 200_000, 100_000);
    receipts(3, 200_000, 500_000);
    assertThat(meter.take(200_000_000, 200_000_000)).isEmpty();
    receipts(1, 200_000, 100_000);
    assertThat(meter.take(200_000_000, 200_000_000)).hasValueSatisfying(figures -> assertThat(figures.limitedNanos()).isZero());
  }

  @Test
  void aRateThatDoublesBegins() {
    for (long bytes = 10_000; bytes < 200_000; bytes *= 2) {
      receipts(1, bytes, 500_000);
    }
    receipts(1, 200_000, 100_000);
    assertThat(taken().limitedNanos()).isZero();
  }

  @Test
  void someOfTheShortestChunksMayAlwaysWait() {
    receipts(10, 2_000, 8 * 8192);
    assertThat(taken().limitedNanos()).isZero();
  }

  @Test
  void aFarEndThatDoesNotReadSaysNothingAboutTheLink() {
    for (int i = 0; i < 6; i++) {
      receipt(200, 200_000, 2_000_000, 3, true);
    }
    assertThat(taken()).isEqualTo(new Figures(1_000_000_000, 1_000_000, 0, 0, 1_000_000_000, 2_000_000));
  }

  @Test
  void endsThatDoNotCountTheSameConnectionsMeasureNothing() {
    receipts(2, 200_000, 0);
    receipt(200, 200_000, 2_000_000, 2, false);
    receipt(200, 200_000, 2_000_000, 2, false);
    receipt(200, 200_000, -1, 3, false);
    receipts(1, 200_000, 0);
    assertThat(taken().bytes()).as("between the first two").isEqualTo(200_000);
  }

  @Test
  void afterASilenceAndWithFewerBytesItBeginsAnew() {
    receipts(2, 200_000, 0);
    receipt(2001, 200_000, 0, 3, false);
    receipt(200, -100_000, 0, 3, false);
    receipt(0, 100_000, 0, 3, false);
    assertThat(taken().bytes()).isEqualTo(200_000);
  }

  @Test
  void itIsTakenWhenItIsEnough() {
    assertThat(meter.take(0, 0)).isEmpty();
    receipts(2, 200_000, 0);
    assertThat(meter.take(550_000_000, 150_000_000)).isEmpty();
    receipts(2, 200_000, 0);
    assertThat(meter.take(550_000_000, 150_000_000)).isPresent();
    assertThat(meter.take(550_000_000, 150_000_000)).isEmpty();
    receipts(4, 200_000, 900_000);
    assertThat(meter.take(1_000_000_000, 150_000_000)).as("limited").isPresent();
  }
}
