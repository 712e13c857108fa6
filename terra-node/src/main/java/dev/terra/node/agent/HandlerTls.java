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
 * How a handler and its site's agents know each other: by certificates, or, where an operator says so, not at all. A handler's certificate
 * names its site, and its agents have to have one of the same.
 */
public final class HandlerTls implements AutoCloseable {
  /** The file of this node's certificate, PEM. */
  public static final String CERTIFICATE_KEY = "terra.tls.certificate";
  /** The file of its key, PEM. */
  public static final String KEY_KEY = "terra.tls.key";
  /** The file of the authorities that are trusted, PEM. */
  public static final String CA_KEY = "terra.tls.ca";
  /** Whether there is to be no TLS. */
  public static final String INSECURE_KEY = "terra.insecure";
  private static final Logger LOG = LoggerFactory.getLogger(HandlerTls.class);

  private final @Nullable TlsFiles files;

  private HandlerTls(@Nullable TlsFiles files) {
    this.files = files;
  }

  /** No TLS: any program at an agent's address is taken for the agent, and everything can be read on the way. */
  public static HandlerTls insecure() {
    return new HandlerTls(null);
  }

  /**
   * TLS as settings say.
   *
   * @param settings the value of each key, or an empty text
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
   * The files that settings name; none: there is to be no TLS.
   *
   * @param settings the value of each key, or an empty text
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

  /** Whether there is TLS. */
  public boolean isOn() {
    return files != null;
  }

  /** The files, where there is TLS. */
  Optional<TlsFiles> files() {
    return Optional.ofNullable(files);
  }

  /** Whom an agent's certificate has to name, where there is TLS. */
  PeerIdentity agent() {
    return PeerIdentity.site(files().orElseThrow().identity().name());
  }

  /** One end of a new connection with an agent; none: it is plain. */
  public Optional<SSLEngine> engine(boolean client) {
    return files().map(tls -> tls.engine(client, agent()));
  }

  @Override
  public void close() {
    files().ifPresent(TlsFiles::close);
  }
}
