package dev.terra.lab.demo;

import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.jobfaults.StrikeReport;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints a {@link DemoReport} for people. */
public final class DemoTable {
  private final PrintWriter out;

  private DemoTable(PrintWriter out) {
    this.out = out;
  }

  /** Prints a report. */
  public static void print(PrintWriter out, DemoReport report) {
    new DemoTable(out).print(report);
  }

  private void print(DemoReport report) {
    line("%nTerra on %s: the same %s jobs, the same WAN%n", report.topology(), report.engine());
    line("  %-10s %12s %10s %10s %9s   %s", "job", "across sites", "stock", "terra", "speed-up", "outputs");
    for (DemoReport.JobTimes job : report.jobs()) {
      line("  %-10s %12s %8.1f s %8.1f s %8.2fx   %s", job.name(),
          job.crossSiteBytes() == null ? "-" : megabytes(job.crossSiteBytes()), job.stockSeconds(), job.terraSeconds(),
          job.stockSeconds() / job.terraSeconds(), job.outputsIdentical() ? "identical" : "DIFFERENT");
    }
    line("  %-10s %12s %10s %10s %8.2fx%n", "together", "", "", "", report.averageSpeedup());
    printWan(report.wan());
    line("  Gamma ratio %s (time with cross-site bytes outstanding / mathematical optimum), fallbacks %d",
        report.gammaRatio() == null ? "-" : String.format(Locale.ROOT, "%.2f", report.gammaRatio()), report.fallbacks());
    line("  failed shuffles, extra task attempts: stock %s, terra %s%n", counters(report.counters().stock()),
        counters(report.counters().terra()));
    if (report.fault() != null) {
      printFault(report.fault());
    }
    out.flush();
  }

  private void printWan(DemoReport.Wan wan) {
    line("  shuffle bytes across sites: %s by tunnels, %s by the stock path, %s bypassed (small)%n",
        megabytes(wan.bytesByTunnels()), megabytes(wan.bytesByStockPath()), megabytes(wan.bytesBypassed()));
    line("  %-10s %12s %12s", "link", "stock", "terra");
    for (DemoReport.LinkBytes link : wan.links()) {
      line("  %-10s %12s %12s", link.from() + ":" + link.to(), megabytes(link.stockBytes()), megabytes(link.terraBytes()));
    }
    line("%n  %-10s %-24s %12s", "pair", "path", "terra");
    for (DemoReport.PathBytes path : wan.pathsUsed()) {
      line("  %-10s %-24s %12s", path.from() + ":" + path.to(), String.join(":", path.path()), megabytes(path.bytes()));
    }
    line("");
  }

  private static String counters(JobCounters counters) {
    return counters.failedShuffles() + " and " + counters.extraAttempts();
  }

  private void printFault(StrikeReport fault) {
    line("  fault: %s %s after %.1f s, with %s outstanding", fault.kind(), fault.target(), fault.atSeconds(),
        megabytes(fault.crossSiteBytesOutstanding()));
    line("    detected after %s, bytes flowed again after %s", seconds(fault.detectedSeconds()), seconds(fault.resumedSeconds()));
    line("    %s%n", fault.whatTerraDid());
  }

  private static String seconds(Double value) {
    return value == null ? "(not seen)" : String.format(Locale.ROOT, "%.2f s", value);
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  private void line(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
  }
}
