package dev.terra.shuffle.tls;

import com.google.common.base.CharMatcher;
import com.google.common.net.InetAddresses;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.ssl.SSLFactory;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * This node in an encrypted shuffle, with Hadoop's own keys, trust and checks of names: the name under which readers are redirected to it,
 * and how it authenticates an origin from which it fetches. It is thread-safe.
 *
 * <p>Readers check the name in the address of a redirect against the certificate of the node that they reach. So redirects to a node use
 * only a name for which the node has tried this check itself.
 */
public final class ShuffleTls implements AutoCloseable {
  /** The time limit of a node's connection to itself, ms; the connection is quick, whatever the node's load is. */
  private static final int CHECK_MILLIS = 10_000;

  /** The type of a certificate's alternative name that is an IP address, RFC 5280. */
  private static final Integer ADDRESS_NAME = 7;

  private final SSLFactory factory;
  private final String name;

  private ShuffleTls(SSLFactory factory, String name) {
    this.factory = factory;
    this.name = name;
  }

  /**
   * Returns TLS according to the cluster's settings, for a handler that already listens on a port; empty where the shuffle is not
   * encrypted.
   *
   * @throws IOException if readers that are redirected here would not trust this node; the message has the reason
   */
  public static Optional<ShuffleTls> open(Configuration settings, int shufflePort) throws IOException {
    if (!settings.getBoolean(MRConfig.SHUFFLE_SSL_ENABLED_KEY, MRConfig.SHUFFLE_SSL_ENABLED_DEFAULT)) {
      return Optional.empty();
    }
    SSLFactory factory = new SSLFactory(SSLFactory.Mode.CLIENT, settings);
    String name = nodeName(settings);
    try {
      factory.init();
      checkReadersTrust(factory, name, shufflePort);
      return Optional.of(new ShuffleTls(factory, name));
    } catch (GeneralSecurityException | IOException e) {
      factory.destroy();
      throw new IOException(MRConfig.SHUFFLE_SSL_ENABLED_KEY + " is set, and readers would not trust https://" + name + ":" + shufflePort
          + " by " + settings.get(SSLFactory.SSL_CLIENT_CONF_KEY, SSLFactory.SSL_CLIENT_CONF_DEFAULT) + ": " + Failures.inWords(e), e);
    }
  }

  /** Returns the name under which the NodeManager registers at the ResourceManager, and which readers see. */
  private static String nodeName(Configuration settings) {
    InetSocketAddress address = settings.getSocketAddr(
        YarnConfiguration.NM_ADDRESS, YarnConfiguration.DEFAULT_NM_ADDRESS, YarnConfiguration.DEFAULT_NM_PORT);
    String name = NetUtils.getConnectAddress(address).getAddress().getCanonicalHostName();
    return InetAddresses.isInetAddress(name) ? InetAddresses.toUriString(InetAddresses.forString(name)) : name;
  }

  private static void checkReadersTrust(SSLFactory factory, String name, int port) throws IOException {
    URI node = URI.create("https://" + name + ":" + port + "/");
    HttpURLConnection connection = factory.configure((HttpURLConnection) node.toURL().openConnection(Proxy.NO_PROXY));
    connection.setConnectTimeout(CHECK_MILLIS);
    connection.setReadTimeout(CHECK_MILLIS);
    try {
      connection.connect();
    } finally {
      connection.disconnect();
    }
  }

  /** Returns the name under which readers are redirected to this node, in the form that it has in an address. */
  public String name() {
    return name;
  }

  /** Returns the client's end of a new connection to an origin's shuffle port. */
  public SSLEngine engine() {
    try {
      return factory.createSSLEngine();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("no TLS: " + Failures.inWords(e), e);
    }
  }

  /**
   * Returns whether the origin that has been reached has the given name, by the checks of readers: Java's rule for IP addresses, or
   * Hadoop's rule.
   */
  public boolean isPeer(String origin, SSLSession session) {
    String bare = CharMatcher.anyOf("[]").trimFrom(origin);
    return isForAddress(bare, session) || factory.getHostnameVerifier().verify(bare, session);
  }

  /** Returns whether a certificate is for an IP address. By RFC 2818, it must contain the address as an address. */
  private static boolean isForAddress(String name, SSLSession session) {
    if (!InetAddresses.isInetAddress(name)) {
      return false;
    }
    InetAddress wanted = InetAddresses.forString(name);
    try {
      Collection<List<?>> names = ((X509Certificate) session.getPeerCertificates()[0]).getSubjectAlternativeNames();
      return names != null && names.stream().filter(entry -> entry.get(0).equals(ADDRESS_NAME))
          .anyMatch(entry -> InetAddresses.forString(String.valueOf(entry.get(1))).equals(wanted));
    } catch (SSLPeerUnverifiedException | CertificateParsingException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public void close() {
    factory.destroy();
  }
}
