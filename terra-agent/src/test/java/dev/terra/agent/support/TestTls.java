package dev.terra.agent.support;

import dev.terra.agent.tls.AgentTls;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import io.grpc.ChannelCredentials;
import io.grpc.ServerCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A certificate authority of a test's own, the files that it certifies, and their replacement. */
public final class TestTls implements AutoCloseable {
  private final Path directory;
  private final Map<String, TlsPaths> sites = new HashMap<>();
  private final List<TlsFiles> open = new ArrayList<>();
  private final List<AgentTls> agents = new ArrayList<>();
  private CertificateAuthority authority = newAuthority();
  /** The nodes that read statistics, by site: one map for each authority, the newest authority first. */
  private final Deque<Map<String, NodeTls>> readers = new ArrayDeque<>(List.of(new HashMap<>()));
  private int folders;

  /** Creates an authority whose files are in a directory of the test's. */
  public TestTls(Path directory) {
    this.directory = directory;
  }

  private static CertificateAuthority newAuthority() {
    return CertificateAuthority.create("test authority", days(-2, 100));
  }

  /** Returns the validity from one number of days from now to another. */
  public static Validity days(long from, long until) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return new Validity(now.plus(from, ChronoUnit.DAYS), now.plus(until, ChronoUnit.DAYS));
  }

  /** Writes new files for an identity. */
  public TlsPaths files(PeerIdentity identity, Validity validity) {
    return TlsPaths.in(save(identity, validity));
  }

  private Path save(PeerIdentity identity, Validity validity) {
    Path folder = directory.resolve("tls-" + folders++);
    try {
      authority.issue(identity.uri(), validity).save(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the files of a site's agent, which are the same for each call. */
  public TlsPaths site(String site) {
    return sites.computeIfAbsent(site, name -> files(PeerIdentity.site(name), days(-1, 50)));
  }

  /** Opens TLS with these files. It is closed together with this object. */
  public TlsFiles open(TlsPaths paths) {
    try {
      TlsFiles files = TlsFiles.open(paths, news -> { }, problem -> { });
      open.add(files);
      return files;
    } catch (TlsException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens TLS of an agent with new files for an identity. It is closed together with this object. */
  public AgentTls agent(PeerIdentity identity) {
    return agent(files(identity, days(-1, 50)), identity);
  }

  /** Opens TLS of an agent with these files. It is closed together with this object. */
  public AgentTls agent(TlsPaths paths, PeerIdentity identity) {
    try {
      AgentTls tls = AgentTls.open(paths, identity, news -> { }, problem -> { });
      agents.add(tls);
      return tls;
    } catch (TlsException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The TLS that a node of a site uses with the agents there. */
  public record NodeTls(TlsFiles files, PeerIdentity agent) {
    ChannelCredentials credentials() {
      return files.to(agent);
    }

    SSLContext context() {
      return files.contextTo(agent);
    }
  }

  /** Returns the TLS of a node of a site. */
  public NodeTls node(String site) {
    return new NodeTls(open(files(PeerIdentity.node(site), days(-1, 50))), PeerIdentity.site(site));
  }

  /** Returns the nodes that read a site's statistics, one for each authority so far that has certified one, the newest authority first. */
  synchronized List<NodeTls> readers(String site) {
    readers.getFirst().computeIfAbsent(site, this::node);
    return readers.stream().map(ofAuthority -> ofAuthority.get(site)).filter(Objects::nonNull).toList();
  }

  /** Returns the credentials of a controller. */
  public ServerCredentials controller() {
    return open(files(PeerIdentity.controller(), days(-1, 50))).ofServer();
  }

  /** Makes another authority sign from now on. */
  public synchronized void changeAuthority() {
    authority = newAuthority();
    readers.addFirst(new HashMap<>());
  }

  /** Replaces the files of a site's agent by new ones, one after the other. */
  public void replace(String site, Validity validity) throws IOException {
    Path fresh = save(PeerIdentity.site(site), validity);
    Path old = site(site).key().getParent();
    try (Stream<Path> files = Files.list(fresh)) {
      for (Path file : files.toList()) {
        Files.move(file, old.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  @Override
  public void close() {
    open.forEach(TlsFiles::close);
    agents.forEach(AgentTls::close);
  }
}
