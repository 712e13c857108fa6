package dev.terra.lab.demo;

import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
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
    TextTable jobs = new TextTable(Column.text("job"), Column.number("across sites"), Column.number("stock"), Column.number("terra"),
        Column.number("speed-up"), Column.text("outputs"));
    report.jobs().forEach(job -> jobs.row(job.name(), job.crossSiteBytes() == null ? "-" : megabytes(job.crossSiteBytes()),
        text("%.1f s", job.stockSeconds()), text("%.1f s", job.terraSeconds()), text("%.2fx", job.stockSeconds() / job.terraSeconds()),
        job.outputsIdentical() ? "identical" : "DIFFERENT"));
    print(jobs.row("together", "", "", "", text("%.2fx", report.averageSpeedup()), ""));
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
    TextTable links = new TextTable(Column.text("link"), Column.number("stock"), Column.number("terra"));
    wan.links().forEach(link ->
        links.row(link.from() + ":" + link.to(), megabytes(link.stockBytes()), megabytes(link.terraBytes())));
    print(links);
    TextTable paths = new TextTable(Column.text("pair"), Column.text("path"), Column.number("terra"));
    wan.pathsUsed().forEach(path ->
        paths.row(path.from() + ":" + path.to(), String.join(":", path.path()), megabytes(path.bytes())));
    print(paths);
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

  private void print(TextTable table) {
    out.println(table.toString().indent(2));
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
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
