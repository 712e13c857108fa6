package dev.terra.api.tls;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.core.failure.Failures;
import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

/**
 * The TLS material of a process: its certificate, its key and the authorities that it trusts. The files are read again whenever they
 * change. Later connections use the new files; open connections are left alone. If new files cannot be used, or are of another identity
 * than the first ones, this is reported once, and the last good files are kept.
 *
 * <p>An instance has one thread, which checks the files every {@link #POLL_SECONDS} and does the expensive parts of handshakes. It may be
 * used from any thread.
 */
public final class TlsFiles implements AutoCloseable {
  /** The interval, in seconds, at which the three small files are read: short enough for people, and negligible for a disk. */
  static final long POLL_SECONDS = 2;
  /** The most bytes of a file. A chain and a hundred authorities need far less. */
  private static final int MAX_FILE_BYTES = 1 << 20;
  /** The time before its expiry from which on a certificate is reported. People need time to make a new one. */
  private static final Duration SOON = Duration.ofDays(7);

  private final TlsPaths paths;
  private final Consumer<String> news;
  private final Consumer<String> problems;
  private final ScheduledExecutorService executor;
  /** The certificate and the key, which are replaced together. A handshake that has begun continues with the old ones. */
  private final AdvancedTlsX509KeyManager keys = new AdvancedTlsX509KeyManager();
  private volatile TlsMaterial current;
  private volatile SSLContext context;
  private volatile Map<PeerIdentity, SSLContext> contextsTo = new ConcurrentHashMap<>();
  private TlsMaterial.Contents lastTried;
  private String contentsProblem = "";
  private String lastProblem = "";
  private boolean told;
  private boolean toldThatItExpires;

  private TlsFiles(TlsPaths paths, Consumer<String> news, Consumer<String> problems) throws TlsException {
    this.paths = paths;
    this.news = news;
    this.problems = problems;
    this.lastTried = read();
    take(new TlsMaterial(paths, lastTried));
    this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, "terra-tls");
      thread.setDaemon(true);
      return thread;
    });
  }

  /**
   * Reads the files, and checks them for changes until the result is closed.
   *
   * @param news receives a line when new files are in use
   * @param problems receives a line about new files that cannot be used, and about a certificate that expires soon
   * @throws TlsException if the files cannot be used; the message is one line that names the file
   */
  public static TlsFiles open(TlsPaths paths, Consumer<String> news, Consumer<String> problems) throws TlsException {
    TlsFiles files = new TlsFiles(paths, news, problems);
    Guard guard = new Guard("TLS: the check of " + paths.certificate() + " for changes", (line, thrown) -> problems.accept(line + ": "
        + thrown));
    Periodic.every(files.executor, POLL_SECONDS, TimeUnit.SECONDS, guard, files::poll);
    return files;
  }

  /**
   * Opens the files of one identity.
   *
   * @throws TlsException if the files cannot be used, or the certificate is of another identity
   */
  public static TlsFiles open(TlsPaths paths, PeerIdentity self, Consumer<String> news, Consumer<String> problems) throws TlsException {
    TlsFiles files = open(paths, news, problems);
    if (!files.identity().equals(self)) {
      files.close();
      throw new TlsException(mismatch(paths, self, files.identity()));
    }
    return files;
  }

  private static String mismatch(TlsPaths paths, PeerIdentity expected, PeerIdentity got) {
    return paths.certificate() + ": expected a certificate of " + expected + ", got one of " + got;
  }

  /** Returns the identity of this process's certificate. */
  public PeerIdentity identity() {
    return current.identity();
  }

  /** Returns the time until which this process's certificate is valid. */
  public Instant validUntil() {
    return current.leaf().getNotAfter().toInstant();
  }

  /**
   * Returns the engine of one end of a new TLS 1.3 connection, on which both ends have to show a certificate. The caller has to check the
   * other end's identity when the handshake is complete ({@link PeerIdentity#of(javax.net.ssl.SSLSession)}).
   */
  public SSLEngine engine(boolean client) {
    return engine(context, client);
  }

  /** Returns an engine whose handshake fails unless the other end has the expected identity. */
  public SSLEngine engine(boolean client, PeerIdentity expected) {
    return engine(contextTo(expected), client);
  }

  /**
   * Returns a context for sockets of either end whose other end must have the expected identity. It uses the present contents of the files.
   */
  public SSLContext contextTo(PeerIdentity expected) {
    return contextsTo.computeIfAbsent(expected, peer -> {
      try {
        return context(PeerTrustManager.only(peer, () -> current.authorities()));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this Java made such a context before", e);
      }
    });
  }

  private SSLContext context(TrustManager trust) throws GeneralSecurityException {
    SSLContext made = SSLContext.getInstance("TLS");
    made.init(new KeyManager[] {keys}, new TrustManager[] {trust}, null);
    return made;
  }

  private static SSLEngine engine(SSLContext from, boolean client) {
    SSLEngine engine = from.createSSLEngine();
    engine.setUseClientMode(client);
    engine.setEnabledProtocols(new String[] {"TLSv1.3"});
    if (!client) {
      engine.setNeedClientAuth(true);
    }
    return engine;
  }

  /** Returns the result of the last good reading of the files. It is another object after every replacement. */
  public TlsMaterial material() {
    return current;
  }

  /** Returns the executor for the expensive parts of handshakes. */
  public Executor executor() {
    return executor;
  }

  /** Returns the credentials for channels to the controller. No other identity is accepted as the server. */
  public ChannelCredentials toController() {
    return to(PeerIdentity.controller());
  }

  /** Returns the credentials for channels to a server with an identity. No other identity is accepted. */
  public ChannelCredentials to(PeerIdentity server) {
    return TlsChannelCredentials.newBuilder().keyManager(keys).trustManager(PeerTrustManager.only(server,
        () -> current.authorities())).build();
  }

  /**
   * Returns the context for HTTP to the controller. No other identity is accepted as the server.
   *
   * @throws TlsException if this machine has no TLS
   */
  public SSLContext contextToController() throws TlsException {
    try {
      return context(PeerTrustManager.only(PeerIdentity.controller(), () -> current.authorities()));
    } catch (GeneralSecurityException e) {
      throw new TlsException(paths.ca() + ": cannot be used for TLS: " + Failures.inWords(e));
    }
  }

  /**
   * Returns the context of a client without a certificate that trusts one server.
   *
   * @throws TlsException if the file of authorities cannot be used
   */
  public static SSLContext trusting(Path authorities, PeerIdentity server) throws TlsException {
    try {
      Authorities trusted = TlsMaterial.authorities(authorities, read(authorities));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {PeerTrustManager.only(server, () -> trusted)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new TlsException(authorities + ": cannot be used for TLS: " + e.getMessage());
    }
  }

  /** Returns the credentials of a server whose clients all have to show a certificate. The server has to check what each client may do. */
  public ServerCredentials ofServer() {
    return TlsServerCredentials.newBuilder().keyManager(keys).trustManager(new PeerTrustManager(() -> current.authorities()))
        .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE).build();
  }

  /** Returns the credentials of a server all of whose clients must have the same identity. */
  public ServerCredentials ofServer(PeerIdentity client) {
    return TlsServerCredentials.newBuilder().keyManager(keys).trustManager(PeerTrustManager.only(client, () -> current.authorities()))
        .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE).build();
  }

  private void poll() {
    tryAgain();
    if (!toldThatItExpires && Instant.now().plus(SOON).isAfter(validUntil())) {
      toldThatItExpires = true;
      problems.accept("TLS: the certificate in " + paths.certificate() + " expires on " + validUntil() + "; replace the files in time");
    }
  }

  /**
   * Reads the files again, and reports a problem when it is found a second time: a problem in the middle of a replacement of the files is
   * harmless.
   */
  private void tryAgain() {
    String problem;
    try {
      TlsMaterial.Contents contents = read();
      if (!contents.equals(lastTried)) {
        lastTried = contents;
        contentsProblem = use(contents);
      }
      problem = contentsProblem;
    } catch (TlsException e) {
      problem = Failures.inWords(e);
    }
    if (!problem.equals(lastProblem)) {
      lastProblem = problem;
      told = false;
    } else if (!problem.isEmpty() && !told) {
      told = true;
      problems.accept("TLS: the last good files are kept, since the new ones cannot be used: " + problem);
    }
  }

  /** Uses new contents from now on. Returns why they cannot be used; empty if they can. */
  private String use(TlsMaterial.Contents contents) {
    try {
      TlsMaterial fresh = new TlsMaterial(paths, contents);
      if (!fresh.identity().equals(identity())) {
        return mismatch(paths, identity(), fresh.identity());
      }
      take(fresh);
      toldThatItExpires = false;
      news.accept("TLS: new files are in use, " + paths.certificate() + " is valid until " + validUntil());
      return "";
    } catch (TlsException e) {
      return Failures.inWords(e);
    }
  }

  /**
   * Puts new material in use, the authorities first: no new certificate is shown while the old authorities are trusted. Sessions are
   * resumed only within one reading of the files.
   */
  private void take(TlsMaterial fresh) throws TlsException {
    try {
      SSLContext made = context(new PeerTrustManager(() -> current.authorities()));
      current = fresh;
      keys.updateIdentityCredentials(fresh.chain(), fresh.key());
      context = made;
      contextsTo = new ConcurrentHashMap<>();
    } catch (GeneralSecurityException e) {
      throw new TlsException(paths.ca() + ": cannot be used for TLS: " + Failures.inWords(e));
    }
  }

  private TlsMaterial.Contents read() throws TlsException {
    return new TlsMaterial.Contents(read(paths.certificate()), read(paths.key()), read(paths.ca()));
  }

  private static String read(Path file) throws TlsException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw new TlsException(file + ": expected a file of at most " + MAX_FILE_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new TlsException(file + ": no such file");
    } catch (TlsException e) {
      throw e;
    } catch (IOException e) {
      throw new TlsException(file + ": " + Failures.ofFile(file, e));
    }
  }

  /**
   * Stops checking the files, and stops the thread for handshakes. Engines, contexts and credentials that were made continue with the last
   * files.
   */
  @Override
  public void close() {
    executor.shutdown();
  }
}
