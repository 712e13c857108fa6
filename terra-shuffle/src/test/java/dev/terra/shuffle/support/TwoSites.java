package dev.terra.shuffle.support;

import dev.terra.api.v1.FetchDecision.Kind;
import dev.terra.api.v1.FetchDecision;
import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.Waiting;
import dev.terra.shuffle.FastHandler;
import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.support.TestJob.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;

/** Two sites: map outputs at site A (127.0.1.1), reducers at site B (127.0.0.1), an agent at each site, and one job at both. */
public final class TwoSites implements AutoCloseable {
  private static final int REDIRECT_SECONDS = 250;
  /** The deadline of relays, which is longer than a fetch takes on a busy machine. */
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final FakeFetchServer fetchServer = new FakeFetchServer();
  private final FakeAgent agentA;
  private FakeAgent agentB;
  private TestNode origin;
  private final Path directory;
  private final Duration deadline;
  private final boolean encrypted;
  private TestNode relay;
  private final TestJob job = new TestJob(1);
  private int outputs;

  /** Starts both sites, and waits until the handlers are attached. */
  public TwoSites(Path directory) throws IOException {
    this(directory, DEADLINE);
  }

  /** Starts both sites with the given deadline of relays. */
  public TwoSites(Path directory, Duration deadline) throws IOException {
    this(directory, deadline, settings -> { }, false);
  }

  /** Starts both sites with further settings at the origin. */
  public TwoSites(Path directory, Consumer<Configuration> ofOrigin) throws IOException {
    this(directory, DEADLINE, ofOrigin, false);
  }

  /** Starts both sites with an encrypted shuffle. */
  public static TwoSites encrypted(Path directory) throws IOException {
    return new TwoSites(directory, DEADLINE, settings -> { }, true);
  }

  private TwoSites(Path directory, Duration deadline, Consumer<Configuration> ofOrigin, boolean encrypted) throws IOException {
    this.directory = directory;
    this.deadline = deadline;
    this.encrypted = encrypted;
    agentA = new FakeAgent("A", 1);
    agentB = new FakeAgent("B", fetchServer.port());
    origin = node(new FastHandler(deadline), directory.resolve("a"), agentA, 0, ofOrigin);
    relay = node(new FastHandler(deadline), directory.resolve("b"), agentB, 0);
    startJob();
    agentA.awaitAttached();
    agentB.awaitAttached();
  }

  /** Returns the query parameter with the time until which a redirect that is made at the time of the call is valid. */
  public static String until() {
    return "&terraUntil=" + Instant.now().plusSeconds(REDIRECT_SECONDS).getEpochSecond();
  }

  /** Closes both sites, and starts them anew with another deadline of relays. */
  public TwoSites anew(Duration other) throws IOException {
    close();
    return new TwoSites(directory.resolve("anew"), other);
  }

  private TestNode node(FastHandler handler, Path directory, FakeAgent agent, int port) throws IOException {
    return node(handler, directory, agent, port, settings -> { });
  }

  private TestNode node(FastHandler handler, Path directory, FakeAgent agent, int port, Consumer<Configuration> more)
      throws IOException {
    if (!encrypted) {
      return plainNode(handler, directory, agent, port, more);
    }
    AtomicReference<TestNode> started = new AtomicReference<>();
    TestTls.onClassPath(() -> started.set(plainNode(handler, directory, agent, port, settings -> {
      TestTls.configure(settings);
      more.accept(settings);
    })));
    return started.get();
  }

  private static TestNode plainNode(FastHandler handler, Path directory, FakeAgent agent, int port, Consumer<Configuration> more)
      throws IOException {
    return new TestNode(handler, directory, settings -> {
      more.accept(settings);
      settings.set(ShuffleSettings.AGENTS_KEY, agent.address());
      settings.setInt(ShuffleHandler.SHUFFLE_PORT_CONFIG_KEY, port);
      settings.setInt(ShuffleHandler.SHUFFLE_CONNECTION_KEEP_ALIVE_TIME_OUT, 1);
    }, Optional.of(Files.createDirectories(directory.resolve("state"))));
  }

  /** Starts the job on both nodes. */
  public void startJob() throws IOException {
    origin.startJob(job);
    relay.startJob(job);
  }

  /** Ends the job on both nodes. */
  public void endJob() {
    origin.endJob(job);
    relay.endJob(job);
  }

  /** Writes one map output at site A for each length, which is the length of the part for reducer 1 of 3. Returns these parts. */
  public List<Part> writeOutputs(int... lengths) throws IOException {
    List<Part> ofReducerOne = new ArrayList<>();
    for (int length : lengths) {
      List<Part> parts = job.writeOutput(origin.localDirectory(outputs), outputs, 100, length, 0);
      outputs++;
      fetchServer.add(parts);
      ofReducerOne.add(parts.get(1));
    }
    origin.endContainer(job);
    agentA.awaitOutputs(outputs);
    return ofReducerOne;
  }

  /**
   * Writes one output with the given name at site A, with parts of the given lengths. When the method returns, the handler has reported
   * the output.
   */
  public List<Part> write(String name, int... lengths) throws IOException {
    List<Part> parts = job.writeOutput(origin.localDirectory(outputs), name, lengths);
    outputs++;
    fetchServer.add(parts);
    origin.endContainer(job);
    agentA.awaitOutputs(outputs);
    return parts;
  }

  /** Returns the request that a reducer at site B sends after a redirect from site A. */
  public String redirectedRequest(int reduce, int... maps) throws IOException {
    String uri = reducer().uri(reduce, maps);
    String from = "127.0.1.1:" + origin.port() + until();
    byte[] hash = JobTokenSecretManager.computeHash(
        ("terra-relay-2\n127.0.0.1\n" + from + "\n" + uri).getBytes(StandardCharsets.UTF_8), job.key());
    String signature = Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    return RawClient.request(job, uri + "&terraOrigin=" + from + "&terraSig=" + signature, uri, origin.port());
  }

  /** Writes a map's output with records, for two reducers. */
  public void writeRecords(int map, int records) throws IOException {
    job.writeRecords(origin.localDirectory(map), map, 2, records, HadoopReducer.impatient());
    for (int reduce = 0; reduce < 2; reduce++) {
      fetchServer.add(List.of(job.read(origin.localDirectory(map), map, reduce)));
    }
  }

  /** Stops the node at site A, and starts it again with its directory. */
  public void restartOrigin() throws IOException {
    int port = origin.port();
    origin.close();
    origin = node(new FastHandler(deadline), directory.resolve("a"), agentA, port);
    agentA.awaitAttached();
  }

  /** Stops the node at site B, and starts it again with its directory. */
  public void restartRelay() throws IOException {
    int port = relay.port();
    relay.close();
    relay = node(new FastHandler(deadline), directory.resolve("b"), agentB, port);
    agentB.awaitAttached();
  }

  /** Kills the agent at site B. */
  public void killAgentB() {
    agentB.breakStreams();
    agentB.close();
  }

  /** Starts a new agent at site B, at the same port and without any state. */
  public void restartAgentB() throws IOException {
    agentB = new FakeAgent("B", fetchServer.port(), "127.0.0.1", agentB.port());
  }

  /** Starts the node at site B anew while its agent is away. */
  public void forgetSitesAtRelay() throws IOException {
    int port = relay.port();
    relay.close();
    agentB.close();
    relay = node(new FastHandler(deadline), directory.resolve("b"), agentB, port);
    relay.startJob(job);
  }

  /** Replaces the node at site B with a node that runs Hadoop's own handler. */
  public void removeTerraAtRelay() throws IOException {
    int port = relay.port();
    relay.close();
    relay = new TestNode(new ShuffleHandler(), directory.resolve("b"),
        settings -> settings.setInt(ShuffleHandler.SHUFFLE_PORT_CONFIG_KEY, port));
    relay.startJob(job);
  }

  /** Deletes a map output at site A. */
  public void removeOutput(int map) throws IOException {
    Path output = job.directory(origin.localDirectory(map)).resolve("output").resolve(job.map(map));
    Files.delete(output.resolve("file.out"));
    Files.delete(output.resolve("file.out.index"));
  }

  /** Makes site A's agent redirect every fetch. */
  public void redirectAll() throws IOException {
    int port = relay.port();
    agentA.decide(offer -> Optional.of(FetchDecision.newBuilder().setKind(Kind.REDIRECT).setShufflePort(port)
        .setShuffleName(agentB.hello().getShuffleName()).build()));
  }

  /** Makes site A's agent redirect every fetch as long as the handler at site B is attached, as a real agent does. */
  public void redirectWhileAttached() throws IOException {
    int port = relay.port();
    agentA.decide(offer -> Optional.of(FetchDecision.newBuilder().setKind(agentB.isAttached() ? Kind.REDIRECT : Kind.STOCK)
        .setShufflePort(port).build()));
  }

  /** Returns a reducer at site B that fetches from site A. */
  public Reducer reducer() throws IOException {
    Reducer reducer = new Reducer(job, "127.0.1.1", origin.port());
    return encrypted ? reducer.overTls() : reducer;
  }

  /** Returns the job. */
  public TestJob job() {
    return job;
  }

  /** Returns the node with the map outputs. */
  public TestNode origin() {
    return origin;
  }

  /** Returns the reducer's node. */
  public TestNode relay() {
    return relay;
  }

  /** Returns a site's agent. */
  public FakeAgent agentOf(String site) {
    return site.equals("A") ? agentA : agentB;
  }

  /** Returns the fetch endpoint from which the reducer's node fetches. */
  public FakeFetchServer fetchServer() {
    return fetchServer;
  }

  /**
   * Waits until the origin's counters have all of these values. Bytes are counted after they are sent, so a client may receive them
   * before.
   */
  public void awaitOriginCounters(String... expected) {
    awaitCounters(agentA, expected);
  }

  /** Waits until the counters of the reducer's node have all of these values. */
  public void awaitRelayCounters(String... expected) {
    awaitCounters(agentB, expected);
  }

  private static void awaitCounters(FakeAgent agent, String... expected) {
    Waiting.until(() -> List.of(expected) + " in " + counters(agent), () -> Stream.of(expected).allMatch(counters(agent)::contains));
  }

  private static String counters(FakeAgent agent) {
    URI uri = URI.create("http://127.0.0.1:" + agent.hello().getSegmentPort() + "/v1/counters");
    try (InputStream in = uri.toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    origin.close();
    relay.close();
    agentA.close();
    agentB.close();
    fetchServer.close();
  }
}
