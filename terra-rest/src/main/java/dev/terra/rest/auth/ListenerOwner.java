package dev.terra.rest.auth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the owners of the sockets that listen at an address of this host, from the kernel's tables. */
final class ListenerOwner {
  private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final String LISTENS = "0A";
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int USER = 7;
  /** The prefix of an IPv4 address in the table of IPv6; see RFC 4291, 2.5.5.2. */
  private static final String MAPPED = "0000000000000000FFFF0000";

  private ListenerOwner() {}

  /**
   * Returns whether all sockets that listen at an IPv4 address belong to a user or to root. Returns true if none listens, or the
   * kernel gives no tables.
   *
   * @param user the user's number
   */
  static boolean isUserOrRoot(InetSocketAddress address, int user) {
    try {
      List<String> lines = new ArrayList<>();
      for (Path table : TABLES) {
        lines.addAll(Files.exists(table) ? Files.readAllLines(table) : List.of());
      }
      return users(lines, address).stream().allMatch(owner -> owner == user || owner == 0);
    } catch (IOException e) {
      return true; // not Linux: the file alone decides
    }
  }

  /** Returns the users whose sockets listen at an IPv4 address or at all addresses. */
  static Set<Integer> users(List<String> table, InetSocketAddress address) {
    Set<String> names = names(address);
    return table.stream().map(line -> line.strip().split("\\s+"))
        .filter(columns -> columns.length > USER && columns[STATE].equals(LISTENS) && names.contains(columns[LOCAL]))
        .map(columns -> Integer.parseInt(columns[USER])).collect(Collectors.toSet());
  }

  /**
   * Returns the address, and the address of all interfaces, as both tables write them. The kernel writes each four bytes as a number
   * in this machine's byte order.
   */
  private static Set<String> names(InetSocketAddress address) {
    String port = String.format(Locale.ROOT, ":%04X", address.getPort());
    String own = hex(address.getAddress());
    return Set.of(own + port, MAPPED + own + port, "0".repeat(8) + port, "0".repeat(32) + port);
  }

  private static String hex(InetAddress address) {
    byte[] bytes = address.getAddress();
    StringBuilder text = new StringBuilder();
    for (int i = bytes.length - 1; i >= 0; i--) {
      text.append(String.format(Locale.ROOT, "%02X", bytes[i]));
    }
    return text.toString();
  }
}
