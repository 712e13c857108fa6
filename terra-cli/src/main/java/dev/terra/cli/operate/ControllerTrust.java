package dev.terra.cli.operate;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/** TLS for who has no certificate: it trusts a controller whose certificate an authority signed. */
final class ControllerTrust {
  private ControllerTrust() {}

  /**
   * For connections to a controller.
   *
   * @throws TlsException if the authority's file is of no use
   */
  static SSLContext by(Path authority) throws TlsException {
    return TlsFiles.trusting(authority, PeerIdentity.controller());
  }
}
