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

/** Whose the sockets are that listen at an address of this host, as the kernel's tables say. */
final class ListenerOwner {
  private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final String LISTENS = "0A";
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int USER = 7;
  /** The prefix of an IPv4 address in the table of IPv6, see RFC 4291, 2.5.5.2. */
  private static final String MAPPED = "0000000000000000FFFF0000";

  private ListenerOwner() {}

  /**
   * Whether all that listens at an IPv4 address is a user's, or root's; true where nothing does, or the kernel does not say.
   *
   * @param user its number
   */
  static boolean isUserOrRoot(InetSocketAddress address, int user) {
    try {
      List<String> lines = new ArrayList<>();
      for (Path table : TABLES) {
        lines.addAll(Files.exists(table) ? Files.readAllLines(table) : List.of());
      }
      return users(lines, address).stream().allMatch(owner -> owner == user || owner == 0);
    } catch (IOException e) {
      return true; // no Linux: the file alone decides
    }
  }

  /** The users whose sockets listen at an IPv4 address, or at all. */
  static Set<Integer> users(List<String> table, InetSocketAddress address) {
    Set<String> names = names(address);
    return table.stream().map(line -> line.strip().split("\\s+"))
        .filter(columns -> columns.length > USER && columns[STATE].equals(LISTENS) && names.contains(columns[LOCAL]))
        .map(columns -> Integer.parseInt(columns[USER])).collect(Collectors.toSet());
  }

  /** The address as both tables name it, and those of all interfaces; the kernel writes each four bytes as a number of this machine. */
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
