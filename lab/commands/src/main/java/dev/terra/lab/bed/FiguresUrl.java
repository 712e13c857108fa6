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
 * Where agents and handlers of a testbed tell their figures. With TLS they tell them to each other only: the URL's fragment then is the
 * folder of the certificate to show, that of a site's node at its agents, and that of its agents at its nodes.
 */
public final class FiguresUrl {
  private FiguresUrl() {}

  /** Of an agent. */
  public static String ofAgent(Path testbed, SiteId site, String ip, int port) {
    return of(testbed.resolve("tls/nodes").resolve(site.name()), ip + ":" + port + "/v1/stats");
  }

  /** Of a node's handler. */
  public static String ofHandler(Path testbed, SiteId site, String ip, int port) {
    return of(testbed.resolve("tls/sites").resolve(site.name()), ip + ":" + port + "/v1/counters");
  }

  private static String of(Path certificate, String rest) {
    return Files.isDirectory(certificate) ? "https://" + rest + "#" + certificate : "http://" + rest;
  }

  /**
   * Has a connection show the certificate that its URL names, and trust the other kind of the same site.
   *
   * @throws IOException if the certificate cannot be used
   */
  static void secure(HttpsURLConnection connection, URL url) throws IOException {
    connection.setSSLSocketFactory(sockets(Path.of(URI.create(url.toString()).getFragment())));
    connection.setHostnameVerifier((host, session) -> true); // the trust manager has looked who it is
  }

  private static SSLSocketFactory sockets(Path folder) throws TlsException {
    try (TlsFiles files = TlsFiles.open(TlsPaths.in(folder), news -> { }, problem -> { })) {
      PeerIdentity own = files.identity();
      PeerIdentity other = own.role() == PeerIdentity.Role.NODE ? PeerIdentity.site(own.name()) : PeerIdentity.node(own.name());
      return files.contextTo(other).getSocketFactory();
    }
  }
}
