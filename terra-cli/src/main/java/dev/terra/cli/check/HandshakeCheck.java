package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Whether the controller and the agent agree about TLS, and take each other's certificates. */
final class HandshakeCheck {
  private static final int PATIENCE_MILLIS = 1_500;
  /** What a client of gRPC says first. */
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
  /** The type of TLS's answer to somebody who speaks no TLS. */
  private static final int ALERT = 0x15;

  private HandshakeCheck() {}

  static Optional<Finding> of(Path file, AgentConfig config, InetSocketAddress controller) {
    return config.tls().isEmpty() ? plain(file, controller) : encrypted(file, config, controller);
  }

  private static Optional<Finding> plain(Path file, InetSocketAddress controller) {
    try (Socket socket = new Socket()) {
      socket.connect(controller, PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(PREFACE);
      InputStream in = socket.getInputStream();
      return in.read() != ALERT ? Optional.empty() : Optional.of(Finding.error(file, "tls",
          "the controller speaks TLS, and this agent does not",
          "tls: {certificate: tls/certificate.pem, key: tls/key.pem, ca: tls/ca.pem}"));
    } catch (IOException e) {
      // Whoever is silent may be busy.
      return Optional.empty();
    }
  }

  private static Optional<Finding> encrypted(Path file, AgentConfig config, InetSocketAddress controller) {
    try (TlsFiles files = TlsFiles.open(config.tls().orElseThrow(), PeerIdentity.site(config.site().name()), news -> { }, problem -> { });
        SSLSocket socket = (SSLSocket) files.contextToController().getSocketFactory().createSocket()) {
      socket.connect(controller, PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.startHandshake();
      return Optional.empty();
    } catch (TlsException e) {
      // Told of already, by name of the file.
      return Optional.empty();
    } catch (SSLException e) {
      return Optional.of(Finding.error(file, "tls.ca", "no TLS with the controller: " + e.getMessage(),
          "switch tls on in controller.yaml too, with certificates of the same authority, or correct 'controller'"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
