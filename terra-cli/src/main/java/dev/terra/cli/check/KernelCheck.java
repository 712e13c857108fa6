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
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Settings of Linux on which the speed of tunnels depends. None of them stops Terra. */
final class KernelCheck {
  private static final Path WHERE = Path.of("(this host)");
  private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+)");
  /** A connection for each path, pair, reader and handler. */
  private static final long LEAST_OPEN_FILES = 4_096;
  private static final int MOST_BYTES = 1 << 16;
  /** Linux gives a connection's data half of its buffer. */
  private static final int BUFFER_SHARE = 2;

  private final Path proc;
  /** More than a few chunks of a tunnel. */
  private static final long MOST_UNSENT_BYTES = 1 << 20;

  private final List<Finding> findings = new ArrayList<>();

  private KernelCheck(Path proc) {
    this.proc = proc;
  }

  /** What could be better on the host of a site's agent. */
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
    double most = wan.linksFrom(site).stream().filter(link -> !link.measured()).mapToDouble(KernelCheck::product).max().orElse(0);
    long needed = (long) Math.ceil(BUFFER_SHARE * most);
    window("tcp_rmem", needed, "4096 " + needed + " " + needed, 2);
    window("tcp_wmem", needed, "4096 16384 " + needed, 1);
  }

  /** How many of a setting's three numbers, from its end, are to be as large: a new connection waits for a window that has yet to grow. */
  private void window(String name, long needed, String cure, int numbers) {
    String[] words = read("sys/net/ipv4/" + name).strip().split("\\s+");
    long now = Stream.of(words).skip(Math.max(0, words.length - numbers)).filter(word -> word.matches("\\d{1,18}"))
        .mapToLong(Long::parseLong).min().orElse(Long.MAX_VALUE);
    if (now < needed) {
      warn("net.ipv4." + name, String.format(Locale.ROOT, "a window of %d bytes cannot fill the longest link, which takes %d", now, needed),
          "sysctl -w net.ipv4." + name + "='" + cure + "'");
    }
  }

  /** Bytes under way on a link that is full: the bandwidth-delay product, there and back. */
  private static double product(Link link) {
    return link.capacity().bytesPerSecond() * 2 * link.latency().toNanos() / 1e9;
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

  /** In one read: settings of the kernel give what comes after the first to nobody. */
  static String read(Path file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), MOST_BYTES)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // Not a Linux that has it: nothing to say.
      return "";
    }
  }
}
