package dev.terra.concurrency;

import dev.terra.core.capacity.LinkMeter;
import dev.terra.core.capacity.LinkMeter.Receipt;
import dev.terra.core.capacity.LinkMeter.Sender;
import java.util.OptionalLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Tests of a meter to which the loops of a link's connections add receipts, while the agent's thread takes the measurements. */
class LinkMeterTest {
  @Test
  void nothingThatWasMeasuredIsTakenTwiceOrLost() {
    Interleavings.check(Operations.class);
  }

  /** The operations of the threads. */
  @Param(name = "tenths", gen = IntGen.class, conf = "1:6")
  public static class Operations {
    private static final long TENTH_NANOS = 100_000_000;
    private static final long BYTES = 1 << 20;

    private final LinkMeter meter = new LinkMeter();

    /** Adds a receipt like that of a link which holds up half of the bytes that it is given. */
    @Operation
    public void receipt(@Param(name = "tenths") int tenths) {
      long nanos = tenths * TENTH_NANOS;
      meter.receipt(new Receipt(tenths * BYTES, nanos, 1, false, 0),
          new Sender(2L * tenths * BYTES, 1, TENTH_NANOS / 10, nanos, () -> OptionalLong.of(BYTES)));
    }

    @Operation
    public String take() {
      return meter.take(1, 1).toString();
    }
  }
}
