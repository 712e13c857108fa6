package dev.terra.agent.tls;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsMaterial;
import dev.terra.api.tls.TlsPaths;
import dev.terra.core.failure.Failures;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Creates both ends of an agent's TLS connections: TLS 1.3 with certificates at both ends, from the current files. When the files are
 * replaced, existing connections go on; each holds the context with which it began, and nothing else holds that context then.
 *
 * <p>Sessions resume within one reading of the files: a client that names a session skips certificates and signatures when it connects
 * again. It may be used from any thread.
 */
public final class AgentTls implements AutoCloseable {
  /**
   * The time for which a session can be resumed, in seconds. A tunnel that is opened again is opened within seconds to minutes, and a peer
   * that has lost its right should not come back for long.
   */
  private static final long SESSION_SECONDS = 3_600;
  /** The port that stands beside the name of a session, since sessions need one. */
  private static final int ANY_PORT = 1;

  private final TlsFiles files;
  private final Function<TlsMaterial, TlsLibrary> choice;
  private final Consumer<String> news;
  private final LongAdder checked = new LongAdder();
  private final Map<End, SslContext> contexts = new HashMap<>();
  private TlsMaterial reading;
  private TlsLibrary library;

  /** The purpose of a context. */
  private record End(boolean client, @Nullable PeerIdentity expected) {}

  private AgentTls(TlsFiles files, Function<TlsMaterial, TlsLibrary> choice, Consumer<String> news) {
    this.files = files;
    this.choice = choice;
    this.news = news;
    this.reading = files.material();
    this.library = choice.apply(reading);
  }

  /**
   * Reads the files, and follows their changes until it is closed.
   *
   * @param self the identity that the certificate has to name
   * @param news gets a line on the library that does TLS, and one whenever new files come into use
   * @param problems gets a line for new files that cannot be used, and for a certificate that expires soon
   * @throws TlsException if the files cannot be used; the message is one line that names the file
   */
  public static AgentTls open(TlsPaths paths, PeerIdentity self, Consumer<String> news, Consumer<String> problems) throws TlsException {
    return of(TlsFiles.open(paths, self, news, problems), TlsLibrary::of, news);
  }

  /** Returns an instance with another choice of the library. */
  static AgentTls of(TlsFiles files, Function<TlsMaterial, TlsLibrary> choice, Consumer<String> news) {
    AgentTls tls = new AgentTls(files, choice, news);
    news.accept("TLS is on everywhere, as " + files.identity() + " until " + files.validUntil() + ", " + tls.library.inWords());
    return tls;
  }

  /** Returns the files that it follows; they are closed with this object. */
  public TlsFiles files() {
    return files;
  }

  /** Returns how many certificates of peers were accepted: one for each handshake that resumed no session. */
  public long certificatesChecked() {
    return checked.sum();
  }

  /** Returns the contexts with which new connections begin. */
  synchronized List<SslContext> contexts() {
    return List.copyOf(contexts.values());
  }

  /**
   * Returns the client's end of a new connection.
   *
   * @param expected the only identity whose certificate is accepted; null for any of Terra's, which {@link #shown} returns
   * @param session the name of the last session, which is resumed and must stand for one server; null for a full handshake
   */
  public SslHandler client(ByteBufAllocator allocator, @Nullable PeerIdentity expected, @Nullable String session) {
    // A name without dots is not sent in plain text as a server's name.
    String name = session == null ? null : session.replace('.', '_');
    return handler(new End(true, expected), context ->
        context.newHandler(allocator, name, name == null ? -1 : ANY_PORT, files.executor()));
  }

  /**
   * Returns the server's end of a new connection.
   *
   * @param expected the only identity whose certificate is accepted; null for any of Terra's, which {@link #shown} returns
   */
  public SslHandler server(ByteBufAllocator allocator, @Nullable PeerIdentity expected) {
    return handler(new End(false, expected), context -> context.newHandler(allocator, files.executor()));
  }

  /** Makes the handler of a connection. It is synchronized so that no connection begins while contexts are made or released. */
  private synchronized SslHandler handler(End end, Function<SslContext, SslHandler> make) {
    if (files.material() != reading) {
      follow(files.material());
    }
    return make.apply(contexts.computeIfAbsent(end, this::context));
  }

  private void follow(TlsMaterial fresh) {
    String before = library.inWords();
    reading = fresh;
    library = choice.apply(fresh);
    letGo();
    if (!library.inWords().equals(before)) {
      news.accept("TLS: connections begin " + library.inWords() + " from now on");
    }
  }

  private SslContext context(End end) {
    try {
      SslContextBuilder builder = end.client ? SslContextBuilder.forClient().keyManager(reading.key(), reading.chain())
          : SslContextBuilder.forServer(reading.key(), reading.chain()).clientAuth(ClientAuth.REQUIRE);
      return builder.sslProvider(library.provider()).protocols("TLSv1.3").sessionTimeout(SESSION_SECONDS)
          .trustManager(reading.trust(end.expected, peer -> checked.increment(), library::refusal)).build();
    } catch (SSLException e) {
      throw new IllegalStateException(files.identity() + ": no TLS " + library.inWords() + ": " + Failures.inWords(e), e);
    }
  }

  private void letGo() {
    contexts.values().forEach(ReferenceCountUtil::release);
    contexts.clear();
  }

  /**
   * Returns the identity whose certificate the other end of a connection has shown, even if the session was resumed. The handshake must be
   * over.
   *
   * @throws CertificateException if the certificate names no identity of Terra, or is not valid any more; the message is for people
   */
  public static PeerIdentity shown(SSLEngine engine) throws CertificateException {
    PeerIdentity identity = PeerIdentity.of(engine.getSession());
    try {
      ((X509Certificate) engine.getSession().getPeerCertificates()[0]).checkValidity();
      return identity;
    } catch (SSLException | CertificateException e) {
      throw new CertificateException("the certificate of " + identity + " is not valid any more: " + Failures.inWords(e), e);
    }
  }

  /** Stops following the files; existing connections go on. */
  @Override
  public synchronized void close() {
    letGo();
    files.close();
  }
}
