package dev.terra.agent.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** A file of the spool's directory. It starts empty, whatever an earlier agent left in it, and is removed when its agent stops. */
final class SpoolFile implements AutoCloseable {
  /** The bytes of a page, the unit of allocation; it is the size of a disk's page. */
  static final int PAGE_BYTES = 4096;
  /** The permissions of the file. Map outputs belong to their user, so no other user of this host may read what is spooled of them. */
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
  private static final Set<OpenOption> OPTIONS =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final Path path;
  private final FileChannel channel;

  private SpoolFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Opens a file in its directory, which is created if it does not exist.
   *
   * @throws IOException if that can't be done, or another agent uses the file
   */
  static SpoolFile open(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Files.createDirectories(Objects.requireNonNull(directory, "a file has a name"), PosixFilePermissions.asFileAttribute(FOLDER));
    FileChannel channel = FileChannel.open(path, OPTIONS, PosixFilePermissions.asFileAttribute(FILE));
    try {
      Files.setPosixFilePermissions(path, FILE);
      if (channel.tryLock() == null) {
        throw new IOException("spool " + path + " is in use by another agent");
      }
      channel.truncate(0);
      return new SpoolFile(path, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new IOException("spool " + path + " is in use by another agent", e);
    }
  }

  /**
   * Removes the file of an agent that was killed.
   *
   * @throws IOException if that can't be done, or another agent uses the file
   */
  static void removeLeft(Path path) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      open(path).close();
    }
  }

  void write(int firstPage, byte[] data) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(data);
    long at = (long) firstPage * PAGE_BYTES;
    while (buffer.hasRemaining()) {
      at += channel.write(buffer, at);
    }
  }

  byte[] read(int firstPage, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    long start = (long) firstPage * PAGE_BYTES;
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, start + buffer.position()) < 0) {
        throw new IOException("spool " + path + " is shorter than expected");
      }
    }
    return buffer.array();
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(path);
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
