package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.Speech;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Checks whether the controller and the agent agree about TLS, and accept each other's certificates. */
final class HandshakeCheck {
  private static final int PATIENCE_MILLIS = 1_500;

  private HandshakeCheck() {}

  static Optional<Finding> of(Path file, AgentConfig config, InetSocketAddress controller) {
    return config.tls().isEmpty() ? plain(file, controller) : encrypted(file, config, controller);
  }

  private static Optional<Finding> plain(Path file, InetSocketAddress controller) {
    return Speech.at(controller) != Speech.TLS ? Optional.empty() : Optional.of(Finding.error(file, "tls",
        "the controller at " + place(controller) + " speaks TLS, and this agent speaks plain",
        "tls: {certificate: tls/certificate.pem, key: tls/key.pem, ca: tls/ca.pem}"));
  }

  private static String place(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private static Optional<Finding> encrypted(Path file, AgentConfig config, InetSocketAddress controller) {
    if (Speech.at(controller) == Speech.PLAIN) {
      return Optional.of(Finding.error(file, "tls", "this agent speaks TLS, and the controller at " + place(controller) + " speaks plain",
          "set tls in controller.yaml too, with certificates of the same authority"));
    }
    try (TlsFiles files = TlsFiles.open(config.tls().orElseThrow(), PeerIdentity.site(config.site().name()), news -> { }, problem -> { });
        SSLSocket socket = (SSLSocket) files.contextToController().getSocketFactory().createSocket()) {
      socket.connect(controller, PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.startHandshake();
      return Optional.empty();
    } catch (TlsException e) {
      // This is reported already, with the name of the file.
      return Optional.empty();
    } catch (SSLException e) {
      return Optional.of(Finding.error(file, "tls.ca", "no TLS with the controller at " + place(controller) + ": " + Failures.inWords(e),
          "use certificates of one authority in controller.yaml and here, or correct 'controller'"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
