package dev.terra.controller.core;

import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ShuffleReport;

/** Numbers from outside, checked: within limits that keep every sum in range. */
final class ReportCheck {
  private ReportCheck() {}

  static int reducer(int reducer) {
    if (reducer < 0 || reducer >= ControllerLimits.REDUCERS) {
      throw new IllegalArgumentException("reducers are numbered 0 to " + (ControllerLimits.REDUCERS - 1) + ", got "
          + Integer.toUnsignedString(reducer));
    }
    return reducer;
  }

  static long[] bytesByReducer(ShuffleReport report) {
    if (report.getBytesByReducerCount() > ControllerLimits.REDUCERS) {
      throw new IllegalArgumentException(report.getShuffle() + " has " + report.getBytesByReducerCount()
          + " reducers, more than " + ControllerLimits.REDUCERS);
    }
    long[] bytes = new long[report.getBytesByReducerCount()];
    for (int reducer = 0; reducer < bytes.length; reducer++) {
      bytes[reducer] = inRange(report.getBytesByReducer(reducer), ControllerLimits.REDUCER_BYTES, report.getShuffle());
    }
    return bytes;
  }

  static long furtherBytes(long bytes, String shuffle) {
    return inRange(bytes, ControllerLimits.BUNDLE_BYTES, shuffle);
  }

  static void progress(BundleProgress report) {
    inRange(report.getAcknowledgedBytes(), ControllerLimits.BUNDLE_BYTES, report.getShuffle());
    inRange(report.getWithdrawnBytes(), ControllerLimits.BUNDLE_BYTES, report.getShuffle());
    inRange(report.getRequestedOutstandingBytes(), ControllerLimits.BUNDLE_BYTES, report.getShuffle());
    inRange(report.getUnderWayBytes(), ControllerLimits.BUNDLE_BYTES, report.getShuffle());
    inRange(report.getOutstandingBytes(), ControllerLimits.BUNDLE_BYTES, report.getShuffle());
  }

  private static long inRange(long bytes, long most, String shuffle) {
    if (bytes < 0 || bytes > most) {
      throw new IllegalArgumentException(shuffle + ": expected 0 to " + most + " bytes, got " + Long.toUnsignedString(bytes));
    }
    return bytes;
  }
}
