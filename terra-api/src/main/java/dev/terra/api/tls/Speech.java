package dev.terra.api.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** The kind of protocol that a port of Terra uses. */
public enum Speech {
  /** TLS. */
  TLS,
  /** HTTP in plain text. */
  PLAIN,
  /** The answer does not show it, or there is no answer. */
  UNKNOWN;

  private static final int PATIENCE_MILLIS = 1_000;
  private static final byte[] REQUEST = "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  /** The types of records with which TLS answers: an alert, or its part of the handshake. */
  private static final int ALERT = 0x15;
  private static final int HANDSHAKE = 0x16;

  /**
   * Returns the protocol of a port. It begins TLS, and if that is not answered, HTTP. The first byte of the answer shows the protocol:
   * HTTP/2 begins with the length of a frame, HTTP/1.1 with its name. It blocks for at most two seconds.
   */
  public static Speech at(InetSocketAddress place) {
    try {
      Speech answer = answer(place, clientHello());
      return answer == UNKNOWN ? answer(place, REQUEST) : answer;
    } catch (GeneralSecurityException | SSLException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  private static Speech answer(InetSocketAddress place, byte[] said) {
    try (Socket socket = new Socket()) {
      socket.connect(place.isUnresolved() ? new InetSocketAddress(place.getHostString(), place.getPort()) : place, PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(said);
      int first = socket.getInputStream().read();
      return first == ALERT || first == HANDSHAKE ? TLS : first == 0 || first == 'H' ? PLAIN : UNKNOWN;
    } catch (IOException e) {
      // A silent process may be busy.
      return UNKNOWN;
    }
  }

  private static byte[] clientHello() throws GeneralSecurityException, SSLException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[0], null);
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);
    byte[] bytes = new byte[hello.flip().remaining()];
    hello.get(bytes);
    return bytes;
  }
}
