package dev.terra.node.support;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses ports for servers that a test starts at a port number. The numbers are below those that the kernel gives to connections and to
 * servers at port 0, so that no other test takes a port between its choice and its use.
 */
public final class FreePorts {
  private static final int FIRST = 14_000;
  /** The end of the range, exclusive. Linux gives connections numbers from 32,768 on. */
  private static final int END = 32_000;
  private static final int TRIES = 1_000;

  private FreePorts() {}

  /** Returns a port at which nothing listens, and after which nothing listens at the next port either. */
  public static int next() {
    for (int tried = 0; tried < TRIES; tried++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port) && isFree(port + 1)) {
        return port;
      }
    }
    throw new IllegalStateException("no two free ports beside each other from " + FIRST + " to " + END);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
