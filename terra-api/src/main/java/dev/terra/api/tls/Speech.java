package dev.terra.api.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** What a port of Terra's speaks. */
public enum Speech {
  /** TLS. */
  TLS,
  /** HTTP in plain text. */
  PLAIN,
  /** It says nothing that tells. */
  UNKNOWN;

  private static final int PATIENCE_MILLIS = 1_500;
  /** What a client of gRPC says first. */
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
  /** The type of TLS's answer to somebody who speaks no TLS. */
  private static final int ALERT = 0x15;

  /** Says what a client without TLS says, and looks at the first byte of the answer: of HTTP/2 it is that of a frame's length. */
  public static Speech at(InetSocketAddress place) {
    try (Socket socket = new Socket()) {
      socket.connect(place, PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(PREFACE);
      InputStream in = socket.getInputStream();
      int first = in.read();
      return first == ALERT ? TLS : first == 0 || first == 'H' ? PLAIN : UNKNOWN;
    } catch (IOException e) {
      // One that is silent may be busy.
      return UNKNOWN;
    }
  }
}
