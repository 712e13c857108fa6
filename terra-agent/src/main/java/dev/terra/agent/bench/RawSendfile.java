package dev.terra.agent.bench;

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

/** The yardstick: one side gives a file to {@code sendfile} again and again, the other reads into one buffer. */
final class RawSendfile {
  private static final int BUFFER_BYTES = 256 << 10;

  private RawSendfile() {}

  static void send(Path file, long totalBytes, int port, Side side) throws IOException {
    Ticker ticker = Ticker.systemTicker();
    try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
        SocketChannel to = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
      long sent = 0;
      while (sent < totalBytes) {
        long at = sent % from.size();
        sent += from.transferTo(at, Math.min(from.size() - at, totalBytes - sent), to);
        side.progress(sent, ticker.read());
      }
      System.out.println(side.result(sent, ticker.read()));
    }
  }

  static void receive(long totalBytes, Side side) throws IOException {
    Ticker ticker = Ticker.systemTicker();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      System.out.println("port " + ((InetSocketAddress) server.getLocalAddress()).getPort());
      try (SocketChannel from = server.accept()) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        long got = 0;
        while (got < totalBytes) {
          int read = from.read(buffer.clear());
          if (read < 0) {
            throw new EOFException("the sender ended after " + got + " of " + totalBytes + " bytes");
          }
          got += read;
          side.progress(got, ticker.read());
        }
        System.out.println(side.result(got, ticker.read()));
      }
    }
  }
}
