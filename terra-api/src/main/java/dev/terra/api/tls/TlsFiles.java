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
 * The TLS of a process: its certificate, its key and the authorities that it trusts, read from files again whenever these change.
 * Connections that begin afterwards use the new ones; those that stand are left alone. Files that cannot be used are reported once
 * and the last good ones are kept; so are files of another identity than the first ones had.
 *
 * <p>Has one thread, which looks at the files every {@link #POLL_SECONDS} and does the heavy parts of handshakes. May be used from
 * any thread.
 */
public final class TlsFiles implements AutoCloseable {
  /** Three small files are read every so many seconds: soon enough for people, nothing for a disk. */
  static final long POLL_SECONDS = 2;
  /** A chain and a hundred authorities need far less. */
  private static final int MAX_FILE_BYTES = 1 << 20;
  /** Time to make a new certificate, for people. */
  private static final Duration SOON = Duration.ofDays(7);

  private final TlsPaths paths;
  private final Consumer<String> news;
  private final Consumer<String> problems;
  private final ScheduledExecutorService executor;
  /** Certificate and key, replaced together; a handshake that has begun goes on with those before. */
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
   * Reads the files, and keeps looking at them until it is closed.
   *
   * @param news gets a line when new files are used from now on
   * @param problems gets a line for new files that cannot be used, and for a certificate that expires soon
   * @throws TlsException if they cannot be used; the message is one line that names the file
   */
  public static TlsFiles open(TlsPaths paths, Consumer<String> news, Consumer<String> problems) throws TlsException {
    TlsFiles files = new TlsFiles(paths, news, problems);
    Guard guard = new Guard("TLS: a look at " + paths.certificate(), (line, thrown) -> problems.accept(line + ": " + thrown));
    Periodic.every(files.executor, POLL_SECONDS, TimeUnit.SECONDS, guard, files::poll);
    return files;
  }

  /**
   * Opens the files of one identity.
   *
   * @throws TlsException also if the certificate is of another identity
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

  /** Whom the own certificate speaks for. */
  public PeerIdentity identity() {
    return current.identity();
  }

  /** Until when the own certificate is valid. */
  public Instant validUntil() {
    return current.leaf().getNotAfter().toInstant();
  }

  /**
   * One end of a new connection, TLS 1.3, on which both ends have to show a certificate. Who the other end is, is for its user
   * to check when the handshake is over ({@link PeerIdentity#of(javax.net.ssl.SSLSession)}).
   */
  public SSLEngine engine(boolean client) {
    return engine(context, client);
  }

  /** An engine whose handshake fails unless the other end has the expected identity. */
  public SSLEngine engine(boolean client, PeerIdentity expected) {
    return engine(contextTo(expected), client);
  }

  /** For sockets of either end, where only one may be at the other; it goes by the files as they are now. */
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

  /** What the last good reading of the files gave; another one after every replacement. */
  public TlsMaterial material() {
    return current;
  }

  /** Where the heavy parts of handshakes belong. */
  public Executor executor() {
    return executor;
  }

  /** For channels to the controller: no other identity is accepted as a server. */
  public ChannelCredentials toController() {
    return to(PeerIdentity.controller());
  }

  /** For channels to an identity: no other one is accepted as a server. */
  public ChannelCredentials to(PeerIdentity server) {
    return TlsChannelCredentials.newBuilder().keyManager(keys).trustManager(PeerTrustManager.only(server,
        () -> current.authorities())).build();
  }

  /**
   * For HTTP to the controller: no other identity is accepted as a server.
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
   * For a client without a certificate, which trusts one server.
   *
   * @throws TlsException if the file of authorities is of no use
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

  /** For a server all of whose clients have to show a certificate; what each of them may do is for the server to check. */
  public ServerCredentials ofServer() {
    return TlsServerCredentials.newBuilder().keyManager(keys).trustManager(new PeerTrustManager(() -> current.authorities()))
        .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE).build();
  }

  /** For a server that has one kind of client. */
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

  /** A problem is reported when it is seen a second time: halfway through a replacement of the files it is none. */
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

  /** Uses new contents from now on; returns why they cannot be used, or nothing. */
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
   * Authorities first: no new certificate is shown while the old ones are trusted. Sessions are resumed within one reading of the files.
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

  /** Looks at the files no more, and offers no more thread for handshakes. What it made goes on with the last files. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
