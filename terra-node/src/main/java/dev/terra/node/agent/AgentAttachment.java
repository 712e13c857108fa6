package dev.terra.node.agent;

import dev.terra.api.shuffle.ShuffleDescriptions;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.HandlerHeartbeat;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.ProofCheck;
import dev.terra.api.v1.RedirectUnsent;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.SiteAgentGrpc;
import dev.terra.api.version.Capability;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.count.ServedShuffles;
import dev.terra.node.latency.AdmissionBook;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.output.OutputRegistry.Output;
import io.grpc.Attributes;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a stream to an agent, from connecting to its end. It announces all map outputs from the first one on, as fast as the agent
 * accepts them. Every method and callback runs on the links' thread.
 */
final class AgentAttachment implements ClientResponseObserver<HandlerMessage, AgentMessage> {
  private static final int CONNECT_MILLIS = (int) ProtocolTiming.SITE_CONNECT.millis();
  /** The longest message from an agent. A welcome with the subnets of a few hundred sites has some 100 KiB. */
  private static final int MAX_MESSAGE_BYTES = 4 << 20;

  private final LinkSlice slice;
  private final LinkServices services;
  private final Listener listener;
  private final ManagedChannel channel;
  private @Nullable ClientCallStreamObserver<HandlerMessage> requests;
  private final Map<ShuffleId, ShuffleDescriptor> described = new HashMap<>();
  private long announced;
  private long servedTold;
  private long classesTold;
  private boolean greeted;
  private Set<Capability> agentsCapabilities = Set.of();
  private boolean detached;
  private boolean over;

  /** The owner of the attempt. */
  interface Listener {
    /** Handles a message of the agent. */
    void heard(AgentAttachment from, AgentMessage message);

    /** Handles the end of the stream. */
    void lost(AgentAttachment from, Throwable reason);
  }

  AgentAttachment(InetSocketAddress agent, HandlerIdentity self, LinkSlice slice, LinkServices services, Listener listener) {
    this.slice = slice;
    this.services = services;
    this.listener = listener;
    this.servedTold = services.counts().served().since(Long.MAX_VALUE).last();
    NettyChannelBuilder builder = NettyChannelBuilder.forAddress(agent, credentials(services.tls()))
        .executor(services.loop()).eventLoopGroup(services.loop()).channelType(NioSocketChannel.class)
        .proxyDetector(target -> null)
        .withOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS).maxInboundMessageSize(MAX_MESSAGE_BYTES);
    self.address().ifPresent(address -> builder.localSocketPicker(new From(new InetSocketAddress(address, 0))));
    this.channel = builder.build();
  }

  private static ChannelCredentials credentials(HandlerTls tls) {
    return tls.files().map(files -> files.to(tls.agent())).orElseGet(InsecureChannelCredentials::create);
  }

  /** Binds connections to the handler's own address. Agents accept a handler only from the address that it reports as its own. */
  private static final class From extends NettyChannelBuilder.LocalSocketPicker {
    private final SocketAddress address;

    From(SocketAddress address) {
      this.address = address;
    }

    @Override
    public SocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
      return address;
    }
  }

  void open(InetSocketAddress agent, HandlerIdentity identity) {
    SiteAgentGrpc.newStub(channel).attach(this);
    send(identity.introductionTo(agent));
    heartbeat();
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<HandlerMessage> stream) {
    requests = stream;
    stream.setOnReadyHandler(this::announceOutputs);
  }

  private ClientCallStreamObserver<HandlerMessage> requests() {
    return Objects.requireNonNull(requests, "the stream has not begun");
  }

  @Override
  public void onNext(AgentMessage message) {
    if (over) {
      return;
    }
    if (message.hasWelcome() && !greeted) {
      listener.heard(this, message);
      agentsCapabilities = Capability.of(message.getWelcome().getCapabilitiesList());
      greeted = true;
      services.registry().ended().forEach(this::shuffleEnded);
      heartbeat();
    } else {
      listener.heard(this, message);
    }
    announceOutputs();
  }

  @Override
  public void onError(Throwable error) {
    end(error);
  }

  @Override
  public void onCompleted() {
    end(new IllegalStateException("the agent closed the stream"));
  }

  private void end(Throwable reason) {
    if (!over) {
      over = true;
      channel.shutdownNow();
      listener.lost(this, reason);
    }
  }

  /** Returns whether the agent has welcomed this handler and the stream is open. */
  boolean isOpen() {
    return greeted && !detached && !over;
  }

  /** Returns whether the agent traces fetches. */
  boolean followsFetches() {
    return agentsCapabilities.contains(Capability.FETCH_TRACES);
  }

  /** Returns whether the agent keeps up. While it does not, messages that can wait are not sent, since they would only queue. */
  boolean isReady() {
    return isOpen() && requests().isReady();
  }

  void announceOutputs() {
    while (isReady()) {
      Output output = services.registry().after(announced).orElse(null);
      if (output == null) {
        return;
      }
      announced = output.sequence();
      if (slice.hasAny(output.shuffle(), output.index().partitions())) {
        describe(output.job(), output.shuffle());
        send(HandlerMessage.newBuilder().setMapOutputs(toMessage(output)).build());
      }
    }
  }

  /** Sends the description of a shuffle, unless it was already sent on this stream. */
  private void describe(ActiveJob job, NodeShuffle shuffle) {
    String queue = services.registry().queue(job.id());
    ShuffleDescriptor now = shuffle.describe(new Owner(queue, job.user())).observed(!services.participation().carries(job, queue));
    if (!now.equals(described.put(now.id(), now))) {
      send(HandlerMessage.newBuilder().setDescription(ShuffleDescriptions.toMessage(now)).build());
    }
  }

  private MapOutputs toMessage(Output output) {
    MapOutputIndex index = output.index();
    NodeShuffle shuffle = output.shuffle();
    MapOutput.Builder lengths = MapOutput.newBuilder().setOutput(output.output().id()).setName(output.output().name());
    for (int partition = 0; partition < index.partitions(); partition++) {
      boolean carried = slice.has(shuffle, partition);
      lengths.addPartLengths(carried ? index.partLength(partition) : 0);
      if (index.knowsRawLengths()) {
        lengths.addRawLengths(carried ? index.rawLength(partition) : 0);
      }
    }
    MapOutputs.Builder message =
        MapOutputs.newBuilder().setShuffle(shuffle.toString()).setOnDemand(shuffle.onDemand()).addOutputs(lengths);
    if (shuffle.isWholeJob()) {
      services.registry().totalMaps(output.job().id()).ifPresent(message::setTotalMaps);
    }
    return message.build();
  }

  void offer(OfferedFetch fetch) {
    describe(fetch.job(), fetch.shuffle());
    send(HandlerMessage.newBuilder().setOffer(fetch.offer()).build());
  }

  /** Answers whether a reader of another site has proved that it belongs to its job. */
  void check(ProofCheck check, long session) {
    send(HandlerMessage.newBuilder().setChecked(services.proofs().check(check, session)).build());
  }

  /** Reports this node's part of a fetch that the agent traces. */
  void span(HandlerSpan span) {
    send(HandlerMessage.newBuilder().setSpan(span).build());
  }

  /** Reports that a redirect that the agent decided on was not sent. */
  void unsent(long offer) {
    send(HandlerMessage.newBuilder().setUnsent(RedirectUnsent.newBuilder().setOffer(offer)).build());
  }

  void shuffleEnded(ShuffleId shuffle) {
    described.remove(shuffle);
    send(HandlerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(shuffle.toString())).build());
  }

  void heartbeat() {
    if (!greeted || isReady()) {
      HandlerHeartbeat.Builder beat = HandlerHeartbeat.newBuilder().setCounters(services.counts().toMessage());
      if (agentsCapabilities.contains(Capability.OBSERVED_SHUFFLES)) {
        ServedShuffles.News served = services.counts().served().since(servedTold);
        servedTold = served.last();
        beat.addAllServed(served.shuffles());
      }
      if (agentsCapabilities.contains(Capability.LATENCY_CLASSES)) {
        AdmissionBook.News news = services.counts().admissions().since(classesTold);
        classesTold = news.last();
        news.reports().forEach(report -> beat.addClasses(report.toMessage()));
      }
      send(HandlerMessage.newBuilder().setHeartbeat(beat).build());
    }
  }

  private void send(HandlerMessage message) {
    if (!detached && !over) {
      requests().onNext(message);
    }
  }

  /** Ends the stream to an agent that does not answer, without a callback. */
  void drop() {
    if (!over) {
      over = true;
      requests().cancel("the handler drops the stream", null);
      channel.shutdown();
    }
  }

  /** Ends the stream in order: the agent then revokes this handler's lease and ends its side. */
  void detach() {
    if (!over) {
      detached = true;
      requests().onCompleted();
    }
  }

  /** Waits until the agent has ended its side too, at most for so many milliseconds. It is called on a thread other than the links'. */
  void awaitClosed(long millis) {
    try {
      if (!channel.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      channel.shutdownNow();
    }
  }
}
