package dev.terra.lab.wire;

import com.google.common.base.Ticker;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The yardsticks. One side repeatedly sends a file by {@code sendfile}, the other reads into one buffer. The second
 * yardstick has as many copies as Terra makes, one more at either side: the file is read into a buffer and written from
 * there, and the bytes that arrive are copied from the buffer of the read into another.
 */
final class RawBytes {
  private static final int BUFFER_BYTES = 256 << 10;

  private RawBytes() {}

  private static long copy(FileChannel from, long at, long length, SocketChannel to, ByteBuffer buffer) throws IOException {
    from.read(buffer.clear().limit((int) Math.min(length, buffer.capacity())), at);
    buffer.flip();
    long copied = buffer.remaining();
    while (buffer.hasRemaining()) {
      to.write(buffer);
    }
    return copied;
  }

  static void send(Path file, long totalBytes, int port, boolean copies, Side side) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    Ticker ticker = Ticker.systemTicker();
    try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
        SocketChannel to = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
      long sent = 0;
      while (sent < totalBytes) {
        long at = sent % from.size();
        long length = Math.min(from.size() - at, totalBytes - sent);
        sent += copies ? copy(from, at, length, to, buffer) : from.transferTo(at, length, to);
        side.progress(sent, ticker.read());
      }
      System.out.println(side.result(sent, ticker.read()));
    }
  }

  static void receive(long totalBytes, boolean copies, Side side) throws IOException {
    Ticker ticker = Ticker.systemTicker();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      System.out.println(Side.PORT + ((InetSocketAddress) server.getLocalAddress()).getPort());
      try (SocketChannel from = server.accept()) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        byte[] second = new byte[BUFFER_BYTES];
        long got = 0;
        while (got < totalBytes) {
          int read = from.read(buffer.clear());
          if (read < 0) {
            throw new EOFException("the sender ended after " + got + " of " + totalBytes + " bytes");
          }
          if (copies) {
            buffer.flip().get(second, 0, read);
          }
          got += read;
          side.progress(got, ticker.read());
        }
        System.out.println(side.result(got, ticker.read()));
      }
    }
  }
}
