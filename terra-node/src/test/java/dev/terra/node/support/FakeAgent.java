package dev.terra.node.support;

import com.google.common.net.InetAddresses;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.terra.api.v1.AgentHeartbeat;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.SiteAgentGrpc;
import dev.terra.api.v1.SiteSubnets;
import dev.terra.api.version.Capability;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** A fake of a site's agent, for handlers. It keeps all their messages, and decides as the test sets. */
@SuppressWarnings("FutureReturnValueIgnored") // The beat runs until the agent is closed.
public final class FakeAgent extends SiteAgentGrpc.SiteAgentImplBase implements AutoCloseable {
  /** The session of all fake agents. */
  public static final long SESSION = 0x5e55101L;
  private final List<HandlerMessage> received = new CopyOnWriteArrayList<>();
  private final List<StreamObserver<AgentMessage>> streams = new CopyOnWriteArrayList<>();
  private final AtomicInteger ended = new AtomicInteger();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private volatile AgentWelcome welcome;
  private final String host;
  private final Server server;
  private final int port;
  private volatile Function<FetchOffer, Optional<FetchDecision>> decisions = offer -> Optional.empty();
  private volatile Runnable onEnd = () -> {};
  private volatile boolean silent;
  private volatile long welcomeMillis;
  private volatile CountDownLatch takesMore = new CountDownLatch(0);

  /** Listens on loopback, at any free port. */
  public FakeAgent(String site, int fetchPort) throws IOException {
    this(site, fetchPort, "127.0.0.1", 0);
  }

  /** Listens at the given address. The client of all tests, 127.0.0.1, is in site B, and 127.0.1.0/24 is site A. */
  public FakeAgent(String site, int fetchPort, String host, int port) throws IOException {
    this(site, fetchPort, host, port, "127.0.0.0/24");
  }

  /** Listens at the given address, with {@code subnetOfB} as the subnet of site B in the welcome. It need not be a valid subnet. */
  public FakeAgent(String site, int fetchPort, String host, int wantedPort, String subnetOfB) throws IOException {
    welcome = AgentWelcome.newBuilder().setProtocolVersion(6).setSession(SESSION)
        .addAllCapabilities(Capability.names(EnumSet.allOf(Capability.class)))
        .setSite(site).setAgent(site + "-gw").setFetchPort(fetchPort)
        .addSites(SiteSubnets.newBuilder().setSite("A").addSubnets("127.0.1.0/24"))
        .addSites(SiteSubnets.newBuilder().setSite("B").addSubnets(subnetOfB)).build();
    this.host = host;
    server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddresses.forString(host), wantedPort))
        .addService(this).build().start();
    this.port = server.getPort();
    clock.scheduleAtFixedRate(this::beat, 100, 100, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    if (!silent) {
      broadcast(AgentMessage.newBuilder().setHeartbeat(AgentHeartbeat.getDefaultInstance()).build());
    }
  }

  private void broadcast(AgentMessage message) {
    streams.forEach(stream -> {
      synchronized (stream) {
        stream.onNext(message);
      }
    });
  }

  @Override
  public StreamObserver<HandlerMessage> attach(StreamObserver<AgentMessage> toHandler) {
    return new StreamObserver<>() {
      @Override
      public void onNext(HandlerMessage message) {
        received.add(message);
        if (message.hasHello() || message.hasStock()) {
          clock.schedule(() -> welcome(toHandler), welcomeMillis, TimeUnit.MILLISECONDS);
        } else if (message.hasOffer()) {
          decisions.apply(message.getOffer()).ifPresent(decision -> broadcast(AgentMessage.newBuilder()
              .setDecision(decision.toBuilder().setOffer(message.getOffer().getOffer())).build()));
        } else if (message.hasMapOutputs()) {
          Uninterruptibles.awaitUninterruptibly(takesMore);
        }
      }

      @Override
      public void onError(Throwable error) {
        streams.remove(toHandler);
        onEnd.run();
        ended.incrementAndGet();
      }

      @Override
      public void onCompleted() {
        streams.remove(toHandler);
        onEnd.run();
        ended.incrementAndGet();
        if (!silent) {
          toHandler.onCompleted();
        }
      }
    };
  }

  private void welcome(StreamObserver<AgentMessage> handler) {
    synchronized (handler) {
      handler.onNext(AgentMessage.newBuilder().setWelcome(welcome).build());
    }
    streams.add(handler);
  }

  /** Returns the agent's address in the form of {@code terra.agents}. */
  public String address() {
    return host + ":" + port;
  }

  /** Returns the agent's gRPC port. */
  public int port() {
    return port;
  }

  /** Sets how the agent answers offers. It does not answer an offer for which the function returns empty. */
  public void decide(Function<FetchOffer, Optional<FetchDecision>> function) {
    decisions = function;
  }

  /** Makes the agent answer every offer alike. */
  public void decide(FetchDecision.Kind kind, int shufflePort) {
    decide(offer -> Optional.of(FetchDecision.newBuilder().setKind(kind).setShufflePort(shufflePort).build()));
  }

  /** Sets the protocol version in the welcomes to handlers that attach after this call. */
  public void speak(int version) {
    welcome = welcome.toBuilder().setProtocolVersion(version).build();
  }

  /** Sets how long handlers that attach after this call wait for their welcome, ms. */
  public void setWelcomeMillis(long millis) {
    welcomeMillis = millis;
  }

  /** Makes the agent read nothing from its handler after the next map output until the latch is open. */
  public void takeNothingUntil(CountDownLatch latch) {
    takesMore = latch;
  }

  /** Sends a message to all handlers. */
  public void say(AgentMessage message) {
    broadcast(message);
  }

  /** Sends a changed welcome to all handlers once more. */
  public void sayWelcome(Consumer<AgentWelcome.Builder> change) {
    AgentWelcome.Builder changed = welcome.toBuilder();
    change.accept(changed);
    broadcast(AgentMessage.newBuilder().setWelcome(changed).build());
  }

  /** Makes the agent stop beating, or beat again. Its streams stay open. */
  public void setSilent(boolean nowSilent) {
    silent = nowSilent;
  }

  /** Returns all messages of handlers, in order. */
  public List<HandlerMessage> received() {
    return received;
  }

  /** Sets an action that runs at once when a handler ends its stream. */
  public void onEnd(Runnable action) {
    onEnd = action;
  }

  /** Returns whether any handler is attached. */
  public boolean isAttached() {
    return !streams.isEmpty();
  }

  /** Returns how many streams have ended. */
  public int endedStreams() {
    return ended.get();
  }

  /** Waits for a hello, and returns the last one. */
  public HandlerHello hello() {
    Waiting.until("a handler says hello", () -> received.stream().anyMatch(HandlerMessage::hasHello));
    return received.stream().filter(HandlerMessage::hasHello).reduce((first, second) -> second).orElseThrow().getHello();
  }

  /** Waits until a handler reports why it leaves all fetches to the stock path, and returns the last such reason. */
  public String stockReason() {
    Waiting.until("a handler says why it is stock", () -> received.stream().anyMatch(HandlerMessage::hasStock));
    return received.stream().filter(HandlerMessage::hasStock).reduce((first, second) -> second).orElseThrow().getStock().getReason();
  }

  /** Waits until a handler has received the welcome, which its second beat shows. */
  public void awaitAttached() {
    hello();
    Waiting.until("a handler beats", () -> received.stream().filter(HandlerMessage::hasHeartbeat).count() > 1);
  }

  /** Waits until the given number of map outputs have been announced. */
  public void awaitOutputs(int count) {
    Waiting.until(count + " outputs announced", () -> received.stream().filter(HandlerMessage::hasMapOutputs).count() >= count);
  }

  /** Ends all streams with an error. */
  public void breakStreams() {
    streams.forEach(stream -> stream.onError(Status.UNAVAILABLE.asRuntimeException()));
    streams.clear();
  }

  @Override
  public void close() {
    takesMore.countDown();
    clock.shutdownNow();
    server.shutdownNow();
    try {
      server.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
