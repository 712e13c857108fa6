package dev.terra.controller.core;

import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ShuffleReport;

/** Numbers from outside, checked: within limits that keep every sum in range. */
final class Checked {
  private Checked() {}

  static int reducer(int reducer) {
    if (reducer < 0 || reducer >= Limits.REDUCERS) {
      throw new IllegalArgumentException("reducers are numbered 0 to " + (Limits.REDUCERS - 1) + ", got "
          + Integer.toUnsignedString(reducer));
    }
    return reducer;
  }

  static long[] bytesByReducer(ShuffleReport report) {
    if (report.getBytesByReducerCount() > Limits.REDUCERS) {
      throw new IllegalArgumentException(report.getShuffle() + " has " + report.getBytesByReducerCount()
          + " reducers, more than " + Limits.REDUCERS);
    }
    long[] bytes = new long[report.getBytesByReducerCount()];
    for (int reducer = 0; reducer < bytes.length; reducer++) {
      bytes[reducer] = inRange(report.getBytesByReducer(reducer), Limits.REDUCER_BYTES, report.getShuffle());
    }
    return bytes;
  }

  static void progress(BundleProgress report) {
    inRange(report.getAcknowledgedBytes(), Limits.BUNDLE_BYTES, report.getShuffle());
    inRange(report.getWithdrawnBytes(), Limits.BUNDLE_BYTES, report.getShuffle());
    inRange(report.getRequestedOutstandingBytes(), Limits.BUNDLE_BYTES, report.getShuffle());
  }

  private static long inRange(long bytes, long most, String shuffle) {
    if (bytes < 0 || bytes > most) {
      throw new IllegalArgumentException(shuffle + ": expected 0 to " + most + " bytes, got " + Long.toUnsignedString(bytes));
    }
    return bytes;
  }
}
