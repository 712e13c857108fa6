package dev.terra.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HdfsBlocksTest {
  @TempDir Path data;
  private HdfsBlocks blocks;

  @BeforeEach
  void twoRunsOfOneJob() throws IOException {
    Path deep = Files.createDirectories(data.resolve("current/BP-1/finalized/subdir0"));
    Files.writeString(deep.resolve("blk_1"), "hello ");
    Files.writeString(deep.resolve("blk_2"), "world");
    Files.writeString(deep.resolve("blk_3"), "hello world");
    Files.writeString(deep.resolve("blk_4"), "hello_world");
    Files.writeString(deep.resolve("blk_4_1001.meta"), "not a block");
    blocks = new HdfsBlocks(List.of(
        "/out/a/_SUCCESS 0 bytes, replicated: replication=1, 0 block(s):  OK",
        "/out/a/part-r-00000 11 bytes, replicated: replication=1, 2 block(s):  OK",
        "0. BP-1-10.77.1.1-1:blk_1_1001 len=6 Live_repl=1",
        "1. BP-1-10.77.1.1-1:blk_2_1002 len=5 Live_repl=1",
        "/out/b/part-r-00000 11 bytes, replicated: replication=1, 1 block(s):  OK",
        "0. BP-1-10.77.1.1-1:blk_3_1003 len=11 Live_repl=1",
        "/out/c/part-r-00000 11 bytes, replicated: replication=1, 1 block(s):  OK",
        "0. BP-1-10.77.1.1-1:blk_4_1004 len=11 Live_repl=1",
        "/out/d/part-r-00000 11 bytes, replicated: replication=1, 1 block(s):  OK",
        "0. BP-1-10.77.1.1-1:blk_5_1005 len=11 Live_repl=1",
        "/out/e/part-r-00000 0 bytes, replicated: replication=1, 0 block(s):  OK",
        "/out/f/part-r-00000 0 bytes, replicated: replication=1, 0 block(s):  OK"), List.of(data));
  }

  @Test
  void blocksOfAFileFollowEachOther() throws IOException {
    assertThat(blocks.sameOutput("/out/a", "/out/b")).isTrue();
  }

  @Test
  void oneByteMakesADifference() throws IOException {
    assertThat(blocks.sameOutput("/out/a", "/out/c")).isFalse();
  }

  @Test
  void nothingIsNotTheSameAsNothing() throws IOException {
    assertThat(blocks.sameOutput("/out/none", "/out/none")).isFalse();
    assertThat(blocks.sameOutput("/out/e", "/out/f")).isFalse();
  }

  @Test
  void aLostBlockIsNamed() {
    assertThatThrownBy(() -> blocks.sameOutput("/out/a", "/out/d")).hasMessageContaining("blk_5").hasMessageContaining("/out/d");
  }
}
