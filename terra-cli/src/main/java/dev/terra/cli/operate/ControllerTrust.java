package dev.terra.cli.operate;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/** TLS for a caller without a certificate: it trusts a controller whose certificate the authority signed. */
final class ControllerTrust {
  private ControllerTrust() {}

  /**
   * Returns TLS for connections to a controller.
   *
   * @throws TlsException if the authority's file cannot be used
   */
  static SSLContext by(Path authority) throws TlsException {
    return TlsFiles.trusting(authority, PeerIdentity.controller());
  }
}
