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
 * What tells a file's content from what it is later, without reading it. A file that is written to gets another time; one that is
 * replaced has another key.
 *
 * @param size in bytes
 * @param modified when it was last written to
 * @param changed when its content, name or attributes were last changed, which no process can set
 * @param key of the file behind the path, as the file system has it; null where there is none
 */
record SourceVersion(long size, FileTime modified, FileTime changed, @Nullable Object key) {
  /** Two writes within a tick of the file system's clock leave the same time; ticks are 10 ms at most. */
  private static final Duration TICK = Duration.ofMillis(20);
  private static final int TRIES = 3;
  /** The version of no file. */
  static final SourceVersion NONE = new SourceVersion(-1, FileTime.fromMillis(0), FileTime.fromMillis(0), null);

  /** The version of a file now, whether or not it is being written to. */
  static SourceVersion of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new IOException(file + " is no file");
    }
    return new SourceVersion(attributes.size(), attributes.lastModifiedTime(), changed(file, attributes), attributes.fileKey());
  }

  /** Where a file system does not tell it, the time of the last write. */
  private static FileTime changed(Path file, BasicFileAttributes attributes) throws IOException {
    try {
      return (FileTime) Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    } catch (UnsupportedOperationException e) {
      return attributes.lastModifiedTime();
    }
  }

  /** When a link was made. */
  static FileTime ofLink(Path link) throws IOException {
    return changed(link, Files.readAttributes(link, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
  }

  private static Duration age(FileTime time, InstantSource clock) {
    return Duration.between(time.toInstant(), clock.instant()).abs();
  }

  /**
   * The version of a file that is not being written to. Waits for a tick where the last write is not older than one.
   *
   * @throws IOException if it goes on being written to
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
