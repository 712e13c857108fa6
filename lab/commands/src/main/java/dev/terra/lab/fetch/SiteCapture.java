package dev.terra.lab.fetch;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.Children;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A capture by tcpdump of all whole packets that a site's router sees: those that enter the site, leave it, or pass
 * through it. Closing ends it and removes the file.
 */
final class SiteCapture implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 100;
  /** The size of the kernel's buffer in KiB: seconds of all traffic of a router. */
  private static final String BUFFER = "65536";
  private static final Pattern CAPTURED = Pattern.compile("(\\d+) packets captured");
  private static final Pattern DROPPED = Pattern.compile("(\\d+) packets dropped by kernel");

  private final Process process;
  private final Path file;
  private final Path log;

  private SiteCapture(Process process, Path file, Path log) {
    this.process = process;
    this.file = file;
    this.log = log;
  }

  /** Fails if tcpdump is missing. */
  static void check() {
    if (!Shell.has("tcpdump")) {
      throw new TestbedException("'tcpdump' is missing: apt-get install -y tcpdump");
    }
  }

  /** Begins a capture at a site, and returns when it captures packets. */
  static SiteCapture begin(Testbed testbed, SiteId site, String name) throws IOException {
    Path file = testbed.directory().file("capture", name + ".pcap");
    Path log = testbed.directory().file("log", "capture-" + name + ".log");
    Files.createDirectories(file.getParent());
    Process process = testbed.routerCommand(site, List.of("tcpdump", "-i", "any", "-n", "-s", "0", "-B", BUFFER, "-Z", "root", "-w",
        file.toString())).redirectError(log.toFile()).start();
    SiteCapture capture = new SiteCapture(process, file, log);
    if (!Waiting.until(PATIENCE, POLL_MILLIS, capture::listens)) {
      capture.close();
      throw new IOException("tcpdump does not capture at " + site + " (log: " + log + ")");
    }
    return capture;
  }

  private boolean listens() {
    return said().contains("listening on");
  }

  private String said() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Ends the capture, and returns the complete file. */
  Path end() {
    Children.end(process, PATIENCE);
    return file;
  }

  /** Returns how many packets are in the file. The capture must have ended. */
  long packets() throws IOException {
    return count(CAPTURED);
  }

  /** Returns how many packets the capture missed. The capture must have ended. */
  long dropped() throws IOException {
    return count(DROPPED);
  }

  private long count(Pattern pattern) throws IOException {
    Matcher found = pattern.matcher(said());
    if (!found.find()) {
      throw new IOException("tcpdump did not say what it has captured (log: " + log + ")");
    }
    return Long.parseLong(found.group(1));
  }

  @Override
  public void close() {
    end();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the file is deleted with the testbed's directory
    }
  }
}
