package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.Neighbour;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks whether routes to neighbours let tunnels send at their rate from the beginning. There are many tunnels, and each is used now and
 * then: with Linux's ten packets, each would have to grow its window again. Only speed depends on this.
 */
final class FirstWindowCheck {
  /** The number of packets that Linux lets a new connection send before the first acknowledgement. */
  private static final long USUAL_PACKETS = 10;
  /** The most packets of a first window; this many at once fill the queues of any network. */
  static final long MOST_PACKETS = 1_000;
  /** The data in a packet of 1,500 bytes. */
  static final int PACKET_BYTES = 1_448;
  private static final Pattern FIRST_PACKETS = Pattern.compile("\\binitcwnd (\\d{1,9})\\b");
  private static final Pattern WAY = Pattern.compile("(?: via \\S+)?+ dev \\S+");

  private FirstWindowCheck() {}

  /** Returns what is missing in this host's routes to the neighbours of an agent; no findings where the routes cannot be read. */
  static List<Finding> of(Path file, AgentConfig config) {
    return of(file, config, FirstWindowCheck::route);
  }

  /** Returns the findings; {@code routes} returns what {@code ip route get} prints for a neighbour. */
  static List<Finding> of(Path file, AgentConfig config, Function<Neighbour, String> routes) {
    return new TreeMap<>(config.neighbours()).entrySet().stream()
        .flatMap(neighbour -> of(file, config, neighbour.getKey(), neighbour.getValue(), routes).stream()).toList();
  }

  private static Optional<Finding> of(Path file, AgentConfig config, SiteId site, Neighbour ends, Function<Neighbour, String> routes) {
    long needed = config.wan().link(new LinkId(config.site(), site)).filter(link -> !link.measured())
        .map(FirstWindowCheck::packets).orElse(0L);
    if (needed <= USUAL_PACKETS) {
      return Optional.empty();
    }
    String route = routes.apply(ends);
    Matcher way = WAY.matcher(route);
    if (route.startsWith("local ") || !way.find()) {
      return Optional.empty();
    }
    Matcher first = FIRST_PACKETS.matcher(route);
    long packets = first.find() ? Long.parseLong(first.group(1)) : USUAL_PACKETS;
    return packets >= needed ? Optional.empty() : Optional.of(Finding.warning(file, "neighbours." + site + ".remote",
        "its route lets new connections begin with " + packets + " packets, and the link holds " + needed,
        "ip route replace " + ends.remote().getHostAddress() + way.group() + " initcwnd " + needed + " initrwnd " + needed));
  }

  /** Returns the number of packets under way on a full link within a round trip. */
  private static long packets(Link link) {
    return Math.min(MOST_PACKETS, (long) Math.ceil(link.bandwidthDelayBytes() / PACKET_BYTES));
  }

  private static String route(Neighbour ends) {
    try {
      Process ip = new ProcessBuilder("ip", "-o", "route", "get", ends.remote().getHostAddress(), "from", ends.local().getHostAddress())
          .redirectError(ProcessBuilder.Redirect.DISCARD).start();
      if (!ip.waitFor(2, TimeUnit.SECONDS)) {
        ip.destroyForcibly();
        return "";
      }
      return ip.exitValue() == 0 ? new String(ip.getInputStream().readNBytes(1 << 12), StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      return ""; // the program is not installed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
