package dev.terra.shuffle.support;

import com.google.protobuf.ByteString;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentLength;
import dev.terra.node.support.FakeAgent;
import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.TerraShuffleHandler;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * The reducers' node, in site B, with its site's agent. Every fetch that the other site's handler offers is redirected to this node, and
 * its agent reads the requested segments from the segment endpoint of the handler with the map outputs.
 */
public final class ReducersNode implements AutoCloseable {
  private final Map<Key, Offered> offered = new ConcurrentHashMap<>();
  private final FakeFetchServer fetchServer = new FakeFetchServer();
  private final FakeAgent originAgent;
  private final FakeAgent agent;
  private final TestNode node;

  private record Key(String shuffle, int partition, ProducerOutput output) {}

  private record Offered(SegmentLength length, String user, ByteString key) {}

  /** Starts the node, and makes the agent of the other site redirect to it. */
  public ReducersNode(Path directory, FakeAgent originAgent, Consumer<Configuration> more) throws IOException {
    this.originAgent = originAgent;
    fetchServer.readFrom(this::read);
    agent = new FakeAgent("B", fetchServer.port());
    node = new TestNode(new TerraShuffleHandler(), directory, settings -> {
      more.accept(settings);
      settings.set(ShuffleSettings.AGENTS_KEY, agent.address());
    });
    agent.awaitAttached();
    int port = node.port();
    originAgent.decide(offer -> Optional.of(redirect(offer, port)));
  }

  private FetchDecision redirect(FetchOffer offer, int port) {
    String user = originAgent.received().stream().filter(HandlerMessage::hasDescription).map(HandlerMessage::getDescription)
        .filter(said -> said.getShuffle().equals(offer.getShuffle())).reduce((first, last) -> last).orElseThrow().getUser();
    offer.getSegmentsList().forEach(segment ->
        offered.put(new Key(offer.getShuffle(), offer.getPartition(), segment.getOutput()), new Offered(segment, user, offer.getKey())));
    return FetchDecision.newBuilder().setKind(FetchDecision.Kind.REDIRECT).setShufflePort(port)
        .setShuffleName(agent.hello().getShuffleName()).build();
  }

  private Optional<TestJob.Part> read(FetchRequest request, ProducerOutput output) throws IOException {
    Offered known = offered.get(new Key(request.getShuffle(), request.getPartition(), output));
    if (known == null) {
      return Optional.empty();
    }
    String path = "/v1/segment?job=" + request.getShuffle()
        + "&map=" + known.length().getName() + "&reduce=" + request.getPartition() + "&user=" + known.user();
    URLConnection connection =
        URI.create("http://127.0.0.1:" + originAgent.hello().getSegmentPort() + path).toURL().openConnection();
    connection.setRequestProperty(ReadProof.FIELD,
        ReadProof.make(ShuffleKey.of(known.key()), path, FakeAgent.SESSION, Instant.now()).toString());
    try (InputStream in = connection.getInputStream()) {
      ByteString bytes = ByteString.readFrom(in);
      return Optional.of(new TestJob.Part(known.length().getName(), request.getPartition(), bytes, known.length().getRawLength()));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Returns the node. */
  public TestNode node() {
    return node;
  }

  /** Returns how many fetches the node has requested from its agent. */
  public int relayedFetches() {
    return fetchServer.requests().size();
  }

  @Override
  public void close() {
    node.close();
    agent.close();
    try {
      fetchServer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
