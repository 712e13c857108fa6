package dev.terra.lab.bed;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * The URLs at which agents and handlers of a testbed serve their figures. With TLS, agents and handlers serve them to
 * each other only. The URL's fragment then is the folder of the certificate that the client presents: that of a site's
 * node to its agents, and that of its agents to its nodes.
 */
public final class FiguresUrl {
  private FiguresUrl() {}

  /** Returns the URL of an agent. */
  public static String ofAgent(Path testbed, SiteId site, String ip, int port) {
    return of(testbed.resolve("tls/nodes").resolve(site.name()), ip + ":" + port + "/v1/stats");
  }

  /** Returns the URL of a node's handler. */
  public static String ofHandler(Path testbed, SiteId site, String ip, int port) {
    return of(testbed.resolve("tls/sites").resolve(site.name()), ip + ":" + port + "/v1/counters");
  }

  private static String of(Path certificate, String rest) {
    return Files.isDirectory(certificate) ? "https://" + rest + "#" + certificate : "http://" + rest;
  }

  /**
   * Makes a connection present the certificate that its URL names, and trust the other kind of certificate of the same
   * site.
   *
   * @throws IOException if the certificate cannot be used
   */
  static void secure(HttpsURLConnection connection, URL url) throws IOException {
    connection.setSSLSocketFactory(sockets(Path.of(URI.create(url.toString()).getFragment())));
    connection.setHostnameVerifier((host, session) -> true); // the trust manager has checked the peer
  }

  private static SSLSocketFactory sockets(Path folder) throws TlsException {
    try (TlsFiles files = TlsFiles.open(TlsPaths.in(folder), news -> { }, problem -> { })) {
      PeerIdentity own = files.identity();
      PeerIdentity other = own.role() == PeerIdentity.Role.NODE ? PeerIdentity.site(own.name()) : PeerIdentity.node(own.name());
      return files.contextTo(other).getSocketFactory();
    }
  }
}
