package dev.terra.agent.submit;

import dev.terra.api.v1.Transfer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** The bytes of this site's outgoing transfers. On the thread of the files. */
final class LocalSource implements AutoCloseable {
  /** Files kept open. */
  private static final int MAX_OPEN = 64;

  private final Folders folders;
  private final Map<String, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

  LocalSource(Folders folders) {
    this.folders = folders;
  }

  /**
   * Looks whether a transfer can be read.
   *
   * @throws IOException that says why it cannot
   */
  void check(Transfer transfer) throws IOException {
    if (!transfer.hasFile()) {
      return;
    }
    Path file = folders.existing(transfer.getFile().getPath());
    long size = Files.size(file);
    if (transfer.getFile().getOffset() > size - transfer.getBytes()) {
      throw new IOException(file + " has " + size + " bytes; expected " + transfer.getBytes() + " from "
          + transfer.getFile().getOffset() + " on");
    }
  }

  /**
   * Reads a part of a transfer; whoever gets it releases it.
   *
   * @throws IOException if it cannot be read
   */
  ByteBuf read(Transfer transfer, long start, int length) throws IOException {
    if (!transfer.hasFile()) {
      return Unpooled.wrappedBuffer(GeneratedBytes.of(transfer.getGenerated().getSeed(), start, length));
    }
    FileChannel channel = channel(transfer.getFile().getPath());
    ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(length, length);
    long at = transfer.getFile().getOffset() + start;
    try {
      while (buffer.isWritable()) {
        if (buffer.writeBytes(channel, at + buffer.readableBytes(), buffer.writableBytes()) < 0) {
          throw new EOFException(transfer.getFile().getPath() + " ends at " + (at + buffer.readableBytes()));
        }
      }
      return buffer.retain();
    } finally {
      buffer.release();
    }
  }

  private FileChannel channel(String path) throws IOException {
    FileChannel known = open.get(path);
    if (known != null) {
      return known;
    }
    if (open.size() >= MAX_OPEN) {
      String eldest = open.keySet().iterator().next();
      open.remove(eldest).close();
    }
    FileChannel channel = FileChannel.open(folders.existing(path), StandardOpenOption.READ);
    open.put(path, channel);
    return channel;
  }

  @Override
  public void close() throws IOException {
    for (FileChannel channel : open.values()) {
      channel.close();
    }
    open.clear();
  }
}
