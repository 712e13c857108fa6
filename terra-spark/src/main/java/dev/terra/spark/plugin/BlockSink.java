package dev.terra.spark.plugin;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.shuffle.DownloadFile;
import org.apache.spark.network.shuffle.DownloadFileManager;
import org.apache.spark.network.shuffle.DownloadFileWritableChannel;
import org.apache.spark.network.util.TransportConf;

/** The place where one block is assembled: in memory, or in a file where Spark requests this. */
abstract class BlockSink {
  private long missing;

  private BlockSink(long length) {
    this.missing = length;
  }

  /** Opens a place for a block of a length; in a file if Spark has given a manager of files. */
  static BlockSink open(long length, DownloadFileManager files, TransportConf conf) throws IOException {
    if (files != null) {
      return new InFile(length, files, conf);
    }
    if (length > Integer.MAX_VALUE - Long.BYTES) {
      throw new IOException("a block of " + length + " bytes does not fit into memory");
    }
    return new InMemory((int) length);
  }

  /** Takes the bytes of this block out of a buffer; returns whether the block is complete. */
  boolean take(ByteBuffer bytes) throws IOException {
    int length = (int) Math.min(missing, bytes.remaining());
    if (length > 0) {
      ByteBuffer part = bytes.slice(bytes.position(), length);
      bytes.position(bytes.position() + length);
      write(part);
      missing -= length;
    }
    return missing == 0;
  }

  abstract void write(ByteBuffer part) throws IOException;

  /** Gives the complete block to its reader. */
  abstract void deliver(String id, BlockFetchingListener reader) throws IOException;

  /** Drops a block that will not be completed. */
  abstract void abandon();

  /**
   * A block in memory. Its memory grows with the bytes that have arrived, and not by the announced length: a wrong length takes no memory.
   */
  private static final class InMemory extends BlockSink {
    private static final int FIRST_BYTES = 4 << 20;
    private final int length;
    private ByteBuffer whole;

    InMemory(int length) {
      super(length);
      this.length = length;
      this.whole = ByteBuffer.allocate(Math.min(length, FIRST_BYTES));
    }

    @Override
    void write(ByteBuffer part) {
      if (part.remaining() > whole.remaining()) {
        long wanted = Math.max(2L * whole.capacity(), (long) whole.position() + part.remaining());
        whole = ByteBuffer.allocate((int) Math.min(length, wanted)).put(whole.flip());
      }
      whole.put(part);
    }

    @Override
    void deliver(String id, BlockFetchingListener reader) {
      reader.onBlockFetchSuccess(id, new NioManagedBuffer(whole.flip()));
    }

    @Override
    void abandon() {
      whole.clear();
    }
  }

  private static final class InFile extends BlockSink {
    private final DownloadFileManager files;
    private final DownloadFile file;
    private final DownloadFileWritableChannel channel;

    InFile(long length, DownloadFileManager files, TransportConf conf) throws IOException {
      super(length);
      this.files = files;
      this.file = files.createTempFile(conf);
      this.channel = file.openForWriting();
    }

    @Override
    void write(ByteBuffer part) throws IOException {
      while (part.hasRemaining()) {
        channel.write(part);
      }
    }

    @Override
    void deliver(String id, BlockFetchingListener reader) throws IOException {
      ManagedBuffer whole = channel.closeAndRead();
      reader.onBlockFetchSuccess(id, whole);
      if (!files.registerTempFileToClean(file)) {
        file.delete();
      }
    }

    @Override
    void abandon() {
      try {
        channel.close();
      } catch (IOException e) {
        file.delete();
        return;
      }
      file.delete();
    }
  }
}
