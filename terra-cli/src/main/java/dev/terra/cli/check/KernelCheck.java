package dev.terra.cli.check;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks settings of Linux on which the speed of tunnels depends. None of them keeps Terra from working. */
final class KernelCheck {
  private static final Path WHERE = Path.of("(this host)");
  private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+)");
  /** The least number of open files: a connection for each path, pair, reader and handler. */
  private static final long LEAST_OPEN_FILES = 4_096;
  private static final int MOST_BYTES = 1 << 16;
  /** The factor by which a buffer is larger than the data in it: Linux uses half of a connection's buffer for data. */
  private static final int BUFFER_SHARE = 2;
  /**
   * The largest first buffer, for the 1,000 packets that routes give new connections at most: every socket of the host has such a buffer.
   */
  private static final long MOST_FIRST_BYTES = BUFFER_SHARE * FirstWindowCheck.MOST_PACKETS * FirstWindowCheck.PACKET_BYTES;

  private final Path proc;
  /** The most unsent bytes of a connection: more than a few chunks of a tunnel. */
  private static final long MOST_UNSENT_BYTES = 1 << 20;

  private final List<Finding> findings = new ArrayList<>();

  private KernelCheck(Path proc) {
    this.proc = proc;
  }

  /** Returns what could be better on the host of a site's agent. */
  static List<Finding> of(Path proc, Wan wan, SiteId site) {
    KernelCheck check = new KernelCheck(proc);
    check.idle();
    check.unsent();
    check.buffers(wan, site);
    check.openFiles();
    return check.findings;
  }

  private void warn(String key, String problem, String cure) {
    findings.add(Finding.warning(WHERE, key, problem, cure));
  }

  private void idle() {
    if (last("sys/net/ipv4/tcp_slow_start_after_idle").orElse(0) != 0) {
      warn("net.ipv4.tcp_slow_start_after_idle", "tunnels that were idle start slowly again",
          "sysctl -w net.ipv4.tcp_slow_start_after_idle=0");
    }
  }

  private void unsent() {
    if (last("sys/net/ipv4/tcp_notsent_lowat").orElse(0) > MOST_UNSENT_BYTES) {
      warn("net.ipv4.tcp_notsent_lowat", "bytes wait in the socket of a slow path while a faster one is idle",
          "sysctl -w net.ipv4.tcp_notsent_lowat=65536");
    }
  }

  private void buffers(Wan wan, SiteId site) {
    double most = wan.linksFrom(site).stream().filter(link -> !link.measured()).mapToDouble(Link::bandwidthDelayBytes).max().orElse(0);
    long needed = (long) Math.ceil(BUFFER_SHARE * most);
    long first = Math.min(needed, MOST_FIRST_BYTES);
    window("tcp_rmem", List.of(first, needed), "4096 " + first + " " + needed);
    window("tcp_wmem", List.of(needed), "4096 16384 " + needed);
  }

  /** Checks the last of a setting's three numbers against these least values; the second number is that of new connections. */
  private void window(String name, List<Long> needed, String cure) {
    String[] words = read("sys/net/ipv4/" + name).strip().split("\\s+");
    for (int i = 0; i < needed.size(); i++) {
      int place = words.length - needed.size() + i;
      if (place >= 0 && words[place].matches("\\d{1,18}") && Long.parseLong(words[place]) < needed.get(i)) {
        warn("net.ipv4." + name, "a window of " + words[place] + " bytes cannot fill the longest link, which takes " + needed.get(i),
            "sysctl -w net.ipv4." + name + "='" + cure + "'");
        return;
      }
    }
  }

  private void openFiles() {
    Matcher limit = OPEN_FILES.matcher(read("self/limits"));
    if (limit.find() && Long.parseLong(limit.group(1)) < LEAST_OPEN_FILES) {
      warn("ulimit -n", "at most " + limit.group(1) + " files may be open",
          "ulimit -n 65536 before the start; the units of systemd have it");
    }
  }

  private OptionalLong last(String file) {
    String[] words = read(file).strip().split("\\s+");
    String word = words[words.length - 1];
    return word.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(word)) : OptionalLong.empty();
  }

  private String read(String file) {
    return read(proc.resolve(file));
  }

  /** Reads a file in one read: the kernel returns the value of a setting to the first read only. */
  static String read(Path file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), MOST_BYTES)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // This Linux does not have the setting, so there is nothing to report.
      return "";
    }
  }
}
