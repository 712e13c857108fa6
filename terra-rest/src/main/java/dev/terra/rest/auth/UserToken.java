package dev.terra.rest.auth;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The token of the user as whom the controller runs, for use when no tokens are configured. It is in a file that only that user can
 * read, and is made once. The file has one line in the form of a file of tokens, after comments that name the loopback addresses of
 * the controllers that accept the token. Commands send the token to these addresses and nowhere else.
 */
public final class UserToken {
  private static final int BYTES = 32;
  private static final String ADDRESS = "# for ";
  /** The most addresses: those of one user's controllers on one machine, and some of controllers that were killed. */
  private static final int MOST_ADDRESSES = 16;
  private static final Object ONE_AT_A_TIME = new Object();

  private UserToken() {}

  /** Returns the path of the file below a user's home. */
  public static Path in(Path home) {
    return home.resolve(".terra").resolve("admin-token");
  }

  /**
   * Makes the file if it does not exist.
   *
   * @throws IOException if it cannot be made
   */
  public static Path make(Path home, SecureRandom random) throws IOException {
    Path file = in(home);
    if (Files.exists(file)) {
      return file;
    }
    Files.createDirectories(file.getParent(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, "admin " + "local " + HexFormat.of().formatHex(secret) + "\n", StandardCharsets.UTF_8);
    } catch (FileAlreadyExistsException e) {
      return file; // another controller of this user was faster
    }
    return file;
  }

  /**
   * Adds the loopback address of a controller that accepts the token.
   *
   * @throws IOException if the file cannot be written
   */
  public static void addAddress(Path home, InetSocketAddress address) throws IOException {
    String line = ADDRESS + text(address);
    change(home, (comments, name) -> {
      comments.remove(name);
      comments.add(name);
    }, line);
  }

  /**
   * Removes the address of a controller that has ended.
   *
   * @throws IOException if the file cannot be written
   */
  public static void removeAddress(Path home, InetSocketAddress address) throws IOException {
    change(home, List::remove, ADDRESS + text(address));
  }

  private static void change(Path home, BiConsumer<List<String>, String> change, String line) throws IOException {
    synchronized (ONE_AT_A_TIME) {
      Path file = in(home);
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      List<String> comments = new ArrayList<>(lines.stream().filter(each -> each.startsWith(ADDRESS)).toList());
      change.accept(comments, line);
      List<String> all = new ArrayList<>(comments.subList(Math.max(0, comments.size() - MOST_ADDRESSES), comments.size()));
      lines.stream().filter(each -> !each.startsWith(ADDRESS)).forEach(all::add);
      Path fresh = Files.createTempFile(
          file.getParent(), "admin-token", ".new", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(fresh, all, StandardCharsets.UTF_8);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Returns whether the token may be sent to the controller at an address: a loopback address that the file names, and at which no
   * other user listens. The latter is checked since the file keeps the address of a controller that was killed.
   */
  public static boolean isFor(Path file, String host, int port) {
    String literal = host.equalsIgnoreCase("localhost") ? "127.0.0.1" : host.replaceAll("[\\[\\]]", "");
    try {
      return InetAddresses.isInetAddress(literal) && InetAddresses.forString(literal).isLoopbackAddress()
          && names(file, new InetSocketAddress(InetAddresses.forString(literal), port));
    } catch (IOException e) {
      return false; // a file that cannot be read holds no token to send
    }
  }

  private static boolean names(Path file, InetSocketAddress address) throws IOException {
    return Files.readAllLines(file, StandardCharsets.UTF_8).contains(ADDRESS + text(address))
        && ListenerOwner.isUserOrRoot(address, (Integer) Files.getAttribute(file, "unix:uid"));
  }

  private static String text(InetSocketAddress address) {
    return InetAddresses.toUriString(address.getAddress()) + ":" + address.getPort();
  }
}
