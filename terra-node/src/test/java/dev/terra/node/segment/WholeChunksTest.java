package dev.terra.node.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledByteBufAllocator;
import java.io.EOFException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeChunksTest {
  @TempDir
  private Path folder;

  @Test
  void aFileThatBecomesShorterEndsIt() throws Exception {
    Path file = Files.write(folder.resolve("data"), new byte[100]);
    WholeChunks chunks = new WholeChunks(FileChannel.open(file), 0, 100, 10);
    ByteBuf first = chunks.readChunk(UnpooledByteBufAllocator.DEFAULT);
    assertThat(first.readableBytes()).isEqualTo(10);
    first.release();
    try (FileChannel writer = FileChannel.open(file, StandardOpenOption.WRITE)) {
      writer.truncate(15);
    }
    chunks.readChunk(UnpooledByteBufAllocator.DEFAULT).release();
    assertThatThrownBy(() -> chunks.readChunk(UnpooledByteBufAllocator.DEFAULT)).isInstanceOf(EOFException.class)
        .hasMessageContaining("15");
    chunks.close();
  }
}
