package dev.terra.agent.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.terra.agent.Agent;
import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.CacheConfig;
import dev.terra.agent.config.Neighbour;
import dev.terra.agent.config.SiteShare;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.agent.trace.SpanExporter;
import dev.terra.agent.trace.TraceSettings;
import dev.terra.agent.trace.TraceSpan;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import io.grpc.InsecureServerCredentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The triangle of sites A, B and C on the loopback interface. Site number i has the network 127.77.i.0/24, and its agent has .200 in it.
 * Every direction of every link goes through a {@link TestLink}.
 */
public final class TestWan implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TestWan.class);
  private static final List<String> SITES = List.of("A", "B", "C");
  /**
   * The most attempts to read statistics over TLS, 0.1 s apart. Agents look at their files every two seconds, so they use new ones long
   * before the last attempt.
   */
  private static final int MOST_ATTEMPTS = 100;

  private final long seed;
  private final Function<String, SpoolConfig> spools;
  private final Duration latency;
  private final double bypassSeconds;
  private final Optional<TestTls> tls;
  private final Map<String, TestLink> links = new HashMap<>();
  private final Map<String, Agent> agents = new HashMap<>();
  private final Map<String, Ports> ports = new HashMap<>();
  private final List<FakeHandler> others = new ArrayList<>();
  private FakeController controller;
  private Optional<Consumer<TraceSpan>> spans = Optional.empty();
  private CacheConfig cache = CacheConfig.OFF;
  private int starts;

  private static final SpoolConfig ROOMY = new SpoolConfig(16 << 20, 0, Optional.empty());

  /** Creates a WAN with agents at all sites, and a controller that plans the direct path and the one over C from A to B. */
  public TestWan(long seed, SpoolConfig spoolOfB, double bypassSeconds) throws IOException {
    this(seed, site -> "B".equals(site) ? spoolOfB : ROOMY, bypassSeconds, Duration.ZERO);
  }

  /** Creates a WAN whose links have a configured latency, by which agents choose connections and buffers. It does not delay any bytes. */
  public TestWan(long seed, Function<String, SpoolConfig> spools, double bypassSeconds, Duration latency) throws IOException {
    this(seed, spools, bypassSeconds, latency, Optional.empty());
  }

  /** Creates a WAN whose agents and controller use TLS. */
  public TestWan(long seed, TestTls tls) throws IOException {
    this(seed, site -> ROOMY, 0, Duration.ZERO, Optional.of(tls));
  }

  private TestWan(long seed, Function<String, SpoolConfig> spools, double bypassSeconds, Duration latency, Optional<TestTls> tls)
      throws IOException {
    this.seed = seed;
    this.tls = tls;
    this.spools = spools;
    this.latency = latency;
    this.bypassSeconds = bypassSeconds;
    for (String from : SITES) {
      for (String to : SITES) {
        if (!from.equals(to)) {
          links.put(from + to, new TestLink());
        }
      }
    }
    startController(0, seed, 10_000);
    SITES.forEach(this::startAgent);
  }

  /** Creates a WAN with room in memory and without a bypass. */
  public TestWan(long seed) throws IOException {
    this(seed, ROOMY, 0);
  }

  /** Starts a controller, possibly at the port of an earlier one. */
  public void startController(int port, long session, int leaseMillis) throws IOException {
    controller = new FakeController(port, session, leaseMillis,
        tls.map(TestTls::controller).orElseGet(InsecureServerCredentials::create))
        .plan(20e6, "A", "B", "A-B", "A-C-B").plan(20e6, "B", "A", "B-A").plan(20e6, "A", "C", "A-C").plan(20e6, "C", "B", "C-B");
  }

  /** Returns the names of the sites. */
  public static List<String> sites() {
    return SITES;
  }

  /** Replaces the controller by one that plans, from every site to every other, the direct path and the one over the third site. */
  public void planEverything() throws IOException {
    int port = controller.address().getPort();
    controller.close();
    controller = new FakeController(port, seed + 1, 10_000);
    for (String from : SITES) {
      for (String to : SITES) {
        if (!from.equals(to)) {
          String third = SITES.stream().filter(site -> !site.equals(from) && !site.equals(to)).findFirst().orElseThrow();
          controller.plan(20e6, from, to, from + "-" + to, from + "-" + third + "-" + to);
        }
      }
    }
  }

  public FakeController controller() {
    return controller;
  }

  /** Starts a site's agent, for the first time or again. */
  public void startAgent(String site) {
    try {
      Random random = new Random(seed * 31 + site.hashCode() + starts++);
      FetchTraces traces = spans.map(sink -> FetchTraces.of(1, sink, Clock.systemUTC(), random)).orElseGet(FetchTraces::off);
      Agent agent = Agent.start(config(site), Ticker.systemTicker(), Clock.systemUTC(), random, traces);
      agents.put(site, agent);
      for (String from : SITES) {
        if (!from.equals(site)) {
          links.get(from + site).target(new InetSocketAddress(agentIp(site), agent.tunnelPort()));
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private record Ports(int site, int fetch) {
    private static final Ports ANY = new Ports(0, 0);
  }

  /** Stops a site's agent, and starts it again at the ports that its handlers use. */
  public void restartAgent(String site) {
    ports.put(site, new Ports(agents.get(site).sitePort(), agents.get(site).fetchPort()));
    stopAgent(site);
    startAgent(site);
  }

  /** Starts all agents again, at the ports that their handlers use. From then on they trace all fetches. */
  public void trace(Consumer<TraceSpan> sink) {
    spans = Optional.of(sink);
    SITES.forEach(this::restartAgent);
  }

  /** Starts all agents again, each with a cache. */
  public void cache(long memoryBytes) {
    cache(memoryBytes, 0);
  }

  /** Starts all agents again, each with a cache that has a disk, if spools have directories. */
  public void cache(long memoryBytes, long diskBytes) {
    cache = new CacheConfig(memoryBytes, diskBytes, SharePolicy.HARE);
    SITES.forEach(this::restartAgent);
  }

  /** Returns an exporter that sends spans to a collector, as site B's agent. */
  public SpanExporter exporterTo(String endpoint) throws IOException {
    TraceSettings settings = TraceSettings.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)).orElseThrow();
    return SpanExporter.start(settings, config("B"));
  }

  /** Stops a site's agent. */
  public void stopAgent(String site) {
    agents.get(site).close();
  }

  private AgentConfig config(String site) throws IOException {
    ImmutableMap.Builder<SiteId, Neighbour> neighbours = ImmutableMap.builder();
    for (String other : SITES) {
      if (!other.equals(site)) {
        neighbours.put(new SiteId(other), new Neighbour(InetAddress.getByName(agentIp(site)), InetAddress.getLoopbackAddress(),
            links.get(site + other).port()));
      }
    }
    Ports kept = ports.getOrDefault(site, Ports.ANY);
    return new AgentConfig(new SiteId(site), site + "-gw", wan(), List.of(controller.address()), InetAddress.getByName(agentIp(site)),
        0, kept.site(), kept.fetch(), neighbours.buildOrThrow(), bypassSeconds, true,
        spools.apply(site), List.of(Path.of(System.getProperty("java.io.tmpdir"))), site.equals(SITES.get(0)) ? 0 : 2,
        Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
        tls.map(files -> files.site(site)), Optional.empty(), List.of(), SiteShare.WHOLE, CompressedTunnels.config(),
        cache);
  }

  private Wan wan() {
    List<Site> sites = new ArrayList<>();
    List<Link> wanLinks = new ArrayList<>();
    for (String site : SITES) {
      sites.add(new Site(new SiteId(site), site, Optional.empty(), 1, List.of(subnet(site) + "0/24")));
      for (String other : SITES) {
        if (!other.equals(site)) {
          wanLinks.add(new Link(LinkId.of(site, other), new Bandwidth(20e6), latency, OptionalDouble.empty()));
        }
      }
    }
    return new Wan("test", sites, wanLinks);
  }

  private static String subnet(String site) {
    return "127.77." + (SITES.indexOf(site) + 1) + ".";
  }

  private static String agentIp(String site) {
    return subnet(site) + "200";
  }

  /** Returns a link in the direction in which its connections are opened. */
  public TestLink link(String from, String to) {
    return links.get(from + to);
  }

  /** Attaches a handler at a host of a site. The host is the last number of the handler's address. */
  public FakeHandler handler(String site, int host) throws Exception {
    FakeHandler handler = new FakeHandler(subnet(site) + host, new InetSocketAddress(agentIp(site), agents.get(site).sitePort()),
        tls.map(files -> files.node(site)));
    others.add(handler);
    return handler;
  }

  /** Returns the address at which a site's handlers attach. */
  public InetSocketAddress siteAddress(String site) {
    return new InetSocketAddress(agentIp(site), agents.get(site).sitePort());
  }

  /** Returns the address at which a site's handlers fetch. */
  public InetSocketAddress fetchAddress(String site) {
    return new InetSocketAddress(agentIp(site), agents.get(site).fetchPort());
  }

  /** Returns the statistics of a site's agent, from a view that was made after this call. */
  public JsonNode stats(String site) {
    long now = System.currentTimeMillis();
    AtomicReference<JsonNode> stats = new AtomicReference<>(newestStats(site));
    Await.until("a new view of the agent of " + site, () -> {
      stats.set(newestStats(site));
      return stats.get().get("atMillis").asLong() > now;
    });
    return stats.get();
  }

  /** Returns how many handlers are attached to a site's agent. */
  public int handlers(String site) {
    return stats(site).get("handlers").size();
  }

  /** Returns how many redirected fetches the agent of a site has carried for the handlers there. */
  public long redirectedFetches(String site) {
    long count = 0;
    for (JsonNode handler : stats(site).get("handlers")) {
      count += handler.path("counters").path("redirectedFetches").asLong();
    }
    return count;
  }

  private JsonNode newestStats(String site) {
    InetSocketAddress address = fetchAddress(site);
    String where = address.getHostString() + ":" + address.getPort() + "/v1/stats";
    try {
      return tls.isPresent() ? encryptedStats(where, tls.get().readers(site))
          : read(URI.create("http://" + where).toURL().openConnection());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * Reads statistics over TLS, with several attempts. For a moment, an agent whose files have just been replaced trusts the previous
   * authority, and after that only the new one. If only some of its files are new, it may present a certificate of one authority and trust
   * the other.
   */
  private static JsonNode encryptedStats(String where, List<TestTls.NodeTls> readers) throws IOException {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      for (TestTls.NodeTls reader : readers) {
        try {
          return encryptedStats(where, reader);
        } catch (SSLException | SocketException e) {
          log.debug("not with this authority", e);
        }
      }
      Uninterruptibles.sleepUninterruptibly(Duration.ofMillis(100));
    }
    return encryptedStats(where, readers.get(0));
  }

  /**
   * Reads statistics over TLS. The TLS context checks that the agent is that of the site; the host name is not checked, since a site is not
   * a host.
   */
  private static JsonNode encryptedStats(String where, TestTls.NodeTls reader) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) URI.create("https://" + where).toURL().openConnection();
    connection.setSSLSocketFactory(reader.context().getSocketFactory());
    connection.setHostnameVerifier((host, session) -> true);
    return read(connection);
  }

  private static JsonNode read(URLConnection connection) throws IOException {
    try (InputStream in = connection.getInputStream()) {
      return new ObjectMapper().readTree(in);
    }
  }

  /** Returns how many bytes that A has sent on a path were acknowledged. The path is written A-C-B. */
  public long delivered(String path) {
    for (JsonNode node : stats("A").get("paths")) {
      List<String> sites = new ArrayList<>();
      node.get("path").forEach(site -> sites.add(site.asText()));
      if (String.join("-", sites).equals(path)) {
        return node.get("deliveredBytes").asLong();
      }
    }
    return 0;
  }

  /** Waits until A's tunnels on these paths are up. */
  public void awaitTunnels(String... paths) {
    for (String path : paths) {
      Await.until("tunnel " + path + " up", () -> controller.tunnel(path).getUp());
    }
  }

  @Override
  public void close() throws IOException {
    others.forEach(FakeHandler::close);
    agents.values().forEach(Agent::close);
    controller.close();
    for (TestLink link : links.values()) {
      link.close();
    }
  }
}
