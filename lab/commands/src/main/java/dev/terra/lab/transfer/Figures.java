package dev.terra.lab.transfer;

import com.google.common.math.Quantiles;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one run of one method.
 *
 * @param seconds from the start of all senders until the last receiver reports that all bytes are there
 * @param cpuSeconds of all processes of the method
 * @param peakMemoryBytes the sum of the peaks of all processes
 * @param verified whether every byte was checked where it arrived and was what was sent
 */
record Figures(double seconds, double cpuSeconds, long peakMemoryBytes, boolean verified) {
  /** Returns the median of each figure; verified if all runs are. */
  static Figures median(List<Figures> runs) {
    return new Figures(median(runs, Figures::seconds), median(runs, Figures::cpuSeconds),
        Math.round(median(runs, Figures::peakMemoryBytes)), runs.stream().allMatch(Figures::verified));
  }

  private static double median(List<Figures> runs, ToDoubleFunction<Figures> figure) {
    return Quantiles.median().compute(runs.stream().mapToDouble(figure).toArray());
  }
}
