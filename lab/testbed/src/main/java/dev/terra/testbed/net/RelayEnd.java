package dev.terra.testbed.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An end of a relay, at which it listens or to which it connects: {@code HOST:PORT}, or {@code unix:FILE}, which every
 * namespace of the machine sees.
 */
record RelayEnd(String text) {
  private static final String UNIX = "unix:";

  private boolean isFile() {
    return text.startsWith(UNIX);
  }

  private SocketAddress address() {
    if (isFile()) {
      return UnixDomainSocketAddress.of(text.substring(UNIX.length()));
    }
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  /** Listens at this end. */
  ServerSocketChannel listen() throws IOException {
    if (!isFile()) {
      return ServerSocketChannel.open().bind(address());
    }
    Files.deleteIfExists(Path.of(text.substring(UNIX.length())));
    return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address());
  }

  /** Connects to this end. */
  SocketChannel connect() throws IOException {
    return SocketChannel.open(address());
  }
}
