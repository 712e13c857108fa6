package dev.terra.controller.core.shuffle;

import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ShuffleReport;

/** Checks numbers in reports from outside against limits that keep every sum in range. */
public final class ReportCheck {
  /** The most bytes in one bundle's progress: 1 EiB, so that no sum overflows. */
  public static final long BUNDLE_BYTES = 1L << 60;
  /** The most bytes from one site to one reducer: 1 TiB. */
  public static final long REDUCER_BYTES = 1L << 40;
  /** The most reducers of one shuffle. MapReduce jobs rarely have more than 10,000, and a report on this number stays below 1 MiB. */
  public static final int REDUCERS = 100_000;
  /** The most microseconds that threads may have spent on a shuffle: 35 years, so that no sum overflows. */
  public static final long MOST_MICROS = 1L << 50;
  private static final int MOST_PERMILLE = 1_000;
  private ReportCheck() {}

  public static int reducer(int reducer) {
    if (reducer < 0 || reducer >= REDUCERS) {
      throw new IllegalArgumentException("reducers are numbered 0 to " + (REDUCERS - 1) + ", got "
          + Integer.toUnsignedString(reducer));
    }
    return reducer;
  }

  static long[] bytesByReducer(ShuffleReport report) {
    if (report.getBytesByReducerCount() > REDUCERS) {
      throw new IllegalArgumentException(report.getShuffle() + " has " + report.getBytesByReducerCount()
          + " reducers, more than " + REDUCERS);
    }
    long[] bytes = new long[report.getBytesByReducerCount()];
    for (int reducer = 0; reducer < bytes.length; reducer++) {
      bytes[reducer] = inRange(report.getBytesByReducer(reducer), REDUCER_BYTES, report.getShuffle());
    }
    return bytes;
  }

  static long furtherBytes(long bytes, String shuffle) {
    return inRange(bytes, BUNDLE_BYTES, shuffle);
  }

  static void progress(BundleProgress report) {
    inRange(report.getAcknowledgedBytes(), BUNDLE_BYTES, report.getShuffle());
    inRange(report.getWithdrawnBytes(), BUNDLE_BYTES, report.getShuffle());
    inRange(report.getRequestedOutstandingBytes(), BUNDLE_BYTES, report.getShuffle());
    inRange(report.getUnderWayBytes(), BUNDLE_BYTES, report.getShuffle());
    inRange(report.getOutstandingBytes(), BUNDLE_BYTES, report.getShuffle());
    if (report.getWirePermille() < 0 || report.getWirePermille() > MOST_PERMILLE) {
      throw new IllegalArgumentException(report.getShuffle() + ": expected 0 to " + MOST_PERMILLE + " of a thousand bytes on links, got "
          + Integer.toUnsignedString(report.getWirePermille()));
    }
    inRange(report.getSavedBytes(), report.getAcknowledgedBytes(), report.getShuffle());
    micros(report.getCompressMicros(), report.getShuffle());
  }

  static long micros(long micros, String shuffle) {
    if (micros < 0 || micros > MOST_MICROS) {
      throw new IllegalArgumentException(shuffle + ": expected 0 to " + MOST_MICROS + " us, got " + Long.toUnsignedString(micros));
    }
    return micros;
  }

  static long inRange(long bytes, long most, String shuffle) {
    if (bytes < 0 || bytes > most) {
      throw new IllegalArgumentException(shuffle + ": expected 0 to " + most + " bytes, got " + Long.toUnsignedString(bytes));
    }
    return bytes;
  }
}
