package dev.terra.cli.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The process that listens at a port of this host, as far as this user may see it.
 *
 * @param id the id of the process
 * @param command its command line
 */
record PortOwner(long id, String command) {
  private static final Path PROC = Path.of("/proc");
  private static final String LISTENS = "0A";
  private static final int LONGEST_COMMAND = 60;

  /** Returns the process that listens at a port. */
  static Optional<PortOwner> of(int port) {
    try {
      Set<String> sockets = new HashSet<>(sockets(PROC.resolve("net/tcp"), port));
      sockets.addAll(sockets(PROC.resolve("net/tcp6"), port));
      return sockets.isEmpty() ? Optional.empty() : owner(sockets);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the sockets of a port from the kernel's table: slot, local address and port in hexadecimal, remote address, state; the tenth
   * column is the socket's number.
   */
  private static List<String> sockets(Path table, int port) throws IOException {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    return Files.exists(table) ? Files.readAllLines(table).stream().map(line -> line.strip().split("\\s+"))
        .filter(columns -> columns.length > 9 && columns[1].endsWith(suffix) && columns[3].equals(LISTENS))
        .map(columns -> "socket:[" + columns[9] + "]").toList() : List.of();
  }

  private static Optional<PortOwner> owner(Set<String> sockets) throws IOException {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (has(process, sockets)) {
          String command = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1).replace('\0', ' ').strip();
          return Optional.of(new PortOwner(Long.parseLong(process.getFileName().toString()), command));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean has(Path process, Set<String> sockets) {
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      return files.anyMatch(file -> sockets.contains(target(file)));
    } catch (IOException e) {
      // it belongs to another user, or has ended
      return false;
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns whether the process is the given service of Terra. */
  boolean isTerra(String service) {
    return command.contains("dev.terra.") && command.contains(" " + service + " ");
  }

  @Override
  public String toString() {
    return "process " + id + " (" + (command.length() > LONGEST_COMMAND ? command.substring(0, LONGEST_COMMAND) + "..." : command) + ")";
  }
}
