package dev.terra.agent.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The version of a file: attributes that differ after its content has changed, so that the file need not be read. A file that is written to
 * gets another time, and a file that is replaced has another key.
 *
 * @param size the size in bytes
 * @param modified the time when the file was last written to
 * @param changed the time when its content, name or attributes were last changed, which no process can set
 * @param key the file system's key of the file; null if it has none
 */
record SourceVersion(long size, FileTime modified, FileTime changed, @Nullable Object key) {
  /** A time longer than a tick of the file system's clock, which is 10 ms at most. Two writes within one tick leave the same time. */
  private static final Duration TICK = Duration.ofMillis(20);
  private static final int TRIES = 3;
  /** A version that no file has. */
  static final SourceVersion NONE = new SourceVersion(-1, FileTime.fromMillis(0), FileTime.fromMillis(0), null);

  /** Returns the current version of a file, even if it is being written to. */
  static SourceVersion of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new IOException(file + " is not a file");
    }
    return new SourceVersion(attributes.size(), attributes.lastModifiedTime(), changed(file, attributes), attributes.fileKey());
  }

  /** Returns the time of the last change; if the file system does not provide it, the time of the last write. */
  private static FileTime changed(Path file, BasicFileAttributes attributes) throws IOException {
    try {
      return (FileTime) Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    } catch (UnsupportedOperationException e) {
      return attributes.lastModifiedTime();
    }
  }

  /** Returns the time when a link was made. */
  static FileTime ofLink(Path link) throws IOException {
    return changed(link, Files.readAttributes(link, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
  }

  private static Duration age(FileTime time, InstantSource clock) {
    return Duration.between(time.toInstant(), clock.instant()).abs();
  }

  /**
   * Returns the version of a file that is not being written to. If the last write is not older than a tick, this waits for a tick.
   *
   * @throws IOException if the file is still being written to after some attempts
   */
  static SourceVersion settled(Path file, InstantSource clock) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      SourceVersion version = of(file);
      Duration age = Collections.min(List.of(age(version.modified, clock), age(version.changed, clock)));
      if (age.compareTo(TICK) > 0) {
        return version;
      }
      LockSupport.parkNanos(TICK.toNanos());
    }
    throw new IOException(file + " is being written to; submit it once it is whole");
  }
}
