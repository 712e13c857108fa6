package dev.terra.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that reports runs. */
public final class ReportOptions {
  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Option(names = "--html", paramLabel = "REPORT", description = "also write a page with the distributions")
  private @Nullable Path html;

  @Option(names = "--no-timings", description = "leave out the computing times, so that the same input gives the same output")
  private boolean noTimings;

  /** Returns whether to print JSON. */
  public boolean json() {
    return json;
  }

  boolean timings() {
    return !noTimings;
  }

  /** Writes the page, if one is requested. */
  public void writePage(Supplier<String> page) throws IOException {
    if (html != null) {
      Files.writeString(html, page.get());
    }
  }
}
