package dev.terra.rest.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The token of the user as whom the controller runs, for when no tokens are configured: a file that only that user can read, made once. It
 * has one line as any file of tokens.
 */
public final class UserToken {
  private static final int BYTES = 32;

  private UserToken() {}

  /** Where it is, below a user's home. */
  public static Path in(Path home) {
    return home.resolve(".terra").resolve("admin-token");
  }

  /**
   * Makes the file if it is not there.
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
}
