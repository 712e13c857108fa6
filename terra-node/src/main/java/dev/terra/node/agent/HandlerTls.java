package dev.terra.node.agent;

import dev.terra.api.tls.PeerIdentity.Role;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a handler and its site's agents authenticate each other: by certificates, or not at all if an operator configures that. A handler's
 * certificate names its site, and its agents must have a certificate of the same site.
 */
public final class HandlerTls implements AutoCloseable {
  /** The setting that names the file of this node's certificate, PEM. */
  public static final String CERTIFICATE_KEY = "terra.tls.certificate";
  /** The setting that names the file of the certificate's key, PEM. */
  public static final String KEY_KEY = "terra.tls.key";
  /** The setting that names the file of the trusted authorities' certificates, PEM. */
  public static final String CA_KEY = "terra.tls.ca";
  /** The setting with which connections use no TLS. */
  public static final String INSECURE_KEY = "terra.insecure";
  private static final Logger LOG = LoggerFactory.getLogger(HandlerTls.class);

  private final @Nullable TlsFiles files;

  private HandlerTls(@Nullable TlsFiles files) {
    this.files = files;
  }

  /** Returns an object without TLS: any program at an agent's address is taken for the agent, and everything can be read on the way. */
  public static HandlerTls insecure() {
    return new HandlerTls(null);
  }

  /**
   * Opens TLS as it is configured.
   *
   * @param settings returns the value of each key, or an empty text
   * @throws TlsException if the files cannot be used; the message is one line that names the file
   * @throws IllegalArgumentException if neither files nor their absence is set
   */
  public static HandlerTls open(UnaryOperator<String> settings) throws TlsException {
    Optional<TlsPaths> paths = paths(settings);
    if (paths.isEmpty()) {
      LOG.warn("Terra: INSECURE ({}): any program at an agent's address is taken for the agent, nothing is encrypted", INSECURE_KEY);
      return insecure();
    }
    TlsFiles files = TlsFiles.open(paths.get(), LOG::info, LOG::warn);
    if (files.identity().role() != Role.NODE) {
      files.close();
      throw new TlsException(
          settings.apply(CERTIFICATE_KEY) + ": expected a certificate of terra://node/SITE, got one of " + files.identity());
    }
    LOG.info("Terra: TLS with the site's agents, as {} until {}", files.identity(), files.validUntil());
    return new HandlerTls(files);
  }

  /**
   * Returns the files that the settings name; empty if there is to be no TLS.
   *
   * @param settings returns the value of each key, or an empty text
   * @throws IllegalArgumentException if neither files nor their absence is set
   */
  public static Optional<TlsPaths> paths(UnaryOperator<String> settings) {
    boolean insecure = Boolean.parseBoolean(settings.apply(INSECURE_KEY));
    if (insecure == !settings.apply(CERTIFICATE_KEY).isEmpty()) {
      throw new IllegalArgumentException(
          "expected " + CERTIFICATE_KEY + ", " + KEY_KEY + " and " + CA_KEY + ", or " + INSECURE_KEY + "=true");
    }
    return insecure ? Optional.empty()
        : Optional.of(new TlsPaths(path(settings, CERTIFICATE_KEY), path(settings, KEY_KEY), path(settings, CA_KEY)));
  }

  private static Path path(UnaryOperator<String> settings, String key) {
    if (settings.apply(key).isEmpty()) {
      throw new IllegalArgumentException(key + ": expected a file, got none");
    }
    return Path.of(settings.apply(key));
  }

  /** Returns whether there is TLS. */
  public boolean isOn() {
    return files != null;
  }

  /** Returns the files, if there is TLS. */
  Optional<TlsFiles> files() {
    return Optional.ofNullable(files);
  }

  /** Returns the identity that an agent's certificate has to name; there must be TLS. */
  PeerIdentity agent() {
    return PeerIdentity.site(files().orElseThrow().identity().name());
  }

  /** Returns the TLS engine for one end of a new connection to or from an agent; empty if the connection is plain. */
  public Optional<SSLEngine> engine(boolean client) {
    return files().map(tls -> tls.engine(client, agent()));
  }

  @Override
  public void close() {
    files().ifPresent(TlsFiles::close);
  }
}
