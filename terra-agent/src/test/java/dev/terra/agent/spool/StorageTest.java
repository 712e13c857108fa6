package dev.terra.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.config.CacheConfig;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.core.shares.SharePolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the files of an agent's spool and cache, which are in one directory. */
class StorageTest {
  private static final long MIB = 1 << 20;

  @TempDir
  Path directory;

  private Storage open(long spoolDisk, long cacheDisk) throws IOException {
    return Storage.open(new SpoolConfig(MIB, spoolDisk, Optional.of(directory.toString())),
        new CacheConfig(8 * MIB, cacheDisk, SharePolicy.HARE), Runnable::run);
  }

  @Test
  void eachHasAFileOfItsOwnAndBothGoWithTheAgent() throws IOException {
    try (Storage storage = open(2 * MIB, 3 * MIB)) {
      assertThat(directory).isDirectoryContaining("glob:**terra-spool.data").isDirectoryContaining("glob:**terra-cache.data");
      assertThat(storage.spool().usage().diskBytes()).isEqualTo(2 * MIB);
      assertThat(storage.cache().capacityBytes()).isEqualTo(3 * MIB);
      assertThat(storage.cache().maxWritingBytes()).isEqualTo(MIB);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theCacheMayHaveADiskThoughTheSpoolHasNone() throws IOException {
    try (Storage storage = open(0, MIB)) {
      assertThat(storage.cache().capacityBytes()).isEqualTo(MIB);
      assertThat(directory).isDirectoryNotContaining("glob:**terra-spool.data");
    }
  }

  @Test
  void whatAnEarlierAgentLeftOfTheCacheIsRemoved() throws IOException {
    Path left = Files.write(directory.resolve("terra-cache.data"), new byte[100_000]);
    try (Storage storage = open(0, MIB)) {
      assertThat(left).isEmptyFile();
      assertThat(storage.cache().usedBytes()).isZero();
    }
    Files.write(left, new byte[100_000]);
    try (Storage storage = open(0, 0)) {
      assertThat(left).doesNotExist();
      assertThat(storage.cache()).isNull();
    }
  }

  @Test
  void aDirectoryServesOneAgent() throws IOException {
    try (Storage first = open(0, MIB)) {
      assertThat(first.cache()).isNotNull();
      assertThatThrownBy(() -> open(MIB, MIB)).isInstanceOf(IOException.class).hasMessageContaining("another agent");
      open(MIB, 0).close();
      assertThat(directory).isDirectoryContaining("glob:**terra-cache.data");
    }
    assertThat(directory).isEmptyDirectory();
  }
}
