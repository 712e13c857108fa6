package dev.terra.testbed.secure;

import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/** Sets and checks the rights to files of a testbed that has users. */
final class FileOwners {
  private FileOwners() {}

  /** Returns a folder, which is made if it does not exist, with permissions such as {@code rwx--x--x}. */
  static Path folder(Path path, String permissions) {
    try {
      Files.createDirectories(path);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
      return path;
    } catch (IOException e) {
      throw new TestbedException("cannot make " + path + " usable by others: " + e.getMessage(), e);
    }
  }

  /** Makes an account the owner of everything below a path. */
  static void give(Path path, Account account) {
    try (Stream<Path> all = Files.walk(path)) {
      all.forEach(one -> own(one, account));
    } catch (IOException | UncheckedIOException e) {
      throw new TestbedException("cannot give " + path + " to " + account.name() + ": " + e.getMessage(), e);
    }
  }

  private static void own(Path path, Account account) {
    try {
      Files.setAttribute(path, "unix:uid", account.id());
      Files.setAttribute(path, "unix:gid", account.id());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether every account may read a path, by its own bits and those of the folders on the way to it. */
  static boolean isForAll(Path path) {
    try {
      Path real = path.toRealPath();
      Set<PosixFilePermission> own = Files.getPosixFilePermissions(real);
      return own.contains(PosixFilePermission.OTHERS_READ) && canEnter(real.getParent());
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns whether every account may enter a folder and those on the way to it. */
  static boolean canEnter(Path folder) throws IOException {
    for (Path part = folder; part != null; part = part.getParent()) {
      if (!Files.getPosixFilePermissions(part).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }
}
