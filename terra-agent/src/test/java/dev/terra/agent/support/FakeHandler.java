package dev.terra.agent.support;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.terra.agent.support.TestTls.NodeTls;
import dev.terra.agent.wire.Checksum;
import dev.terra.api.checksum.SegmentChecksum;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.FetchDecision;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.HandlerHeartbeat;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.RedirectUnsent;
import dev.terra.api.v1.SegmentLength;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.SiteAgentGrpc;
import io.grpc.Attributes;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * The handler of a node. It attaches to an agent, reports outputs and serves their bytes. The bytes of an output are a function of its
 * name, so they take no memory: they repeat the same random bytes, from an offset that the name determines.
 */
public final class FakeHandler implements AutoCloseable {
  private static final byte[] RANDOM_BYTES = new byte[(1 << 20) + 7];

  static {
    new Random(1).nextBytes(RANDOM_BYTES);
    for (int i = 0; i < RANDOM_BYTES.length; i++) {
      RANDOM_BYTES[i] &= 0x0f; // so that they shrink by a half
    }
  }

  private final String ip;
  private final HttpServer http;
  private final ExecutorService httpThreads = Executors.newFixedThreadPool(4);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, Integer> lengths = new ConcurrentHashMap<>();
  private final Set<String> broadcasts = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<FetchDecision> decisions = new LinkedBlockingQueue<>();
  private final CompletableFuture<AgentWelcome> welcome = new CompletableFuture<>();
  private final AtomicLong offers = new AtomicLong();
  private final AtomicLong servedBytes = new AtomicLong();
  private final ManagedChannel channel;
  private final StreamObserver<HandlerMessage> stream;
  private final AtomicInteger flips = new AtomicInteger();
  private volatile boolean silent;
  private volatile String refusal;
  private volatile ClassName latencyClass = ClassName.CLASS_UNSPECIFIED;

  /** Creates a handler at one address of the loopback interface, and attaches it to the agent at another. */
  public FakeHandler(String ip, InetSocketAddress agent, Optional<NodeTls> tls) throws Exception {
    this.ip = ip;
    http = tls.isPresent() ? https(ip, tls.get().context()) : HttpServer.create(new InetSocketAddress(ip, 0), 0);
    http.createContext("/v1/segment", this::serve);
    http.setExecutor(httpThreads);
    http.start();
    channel = NettyChannelBuilder.forAddress(agent, tls.map(NodeTls::credentials).orElseGet(InsecureChannelCredentials::create))
        .localSocketPicker(new From(ip)).build();
    stream = SiteAgentGrpc.newStub(channel).attach(new Answers());
    say(HandlerMessage.newBuilder().setHello(HandlerHello.newBuilder().setProtocolVersion(6)
        .setHost("host-" + ip).setIp(ip).setShufflePort(13562).setSegmentPort(http.getAddress().getPort())).build());
    welcome.get(10, TimeUnit.SECONDS);
    tls.ifPresent(with -> FetchClient.encrypt(welcome().getFetchPort(), with.context()));
    var beat = timer.scheduleWithFixedDelay(() -> {
      if (!silent) {
        say(HandlerMessage.newBuilder().setHeartbeat(HandlerHeartbeat.getDefaultInstance()).build());
      }
    }, 300, 300, TimeUnit.MILLISECONDS);
    if (beat.isCancelled()) {
      throw new IllegalStateException();
    }
  }

  private static HttpServer https(String ip, SSLContext context) throws IOException {
    HttpsServer server = HttpsServer.create(new InetSocketAddress(ip, 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context) {
      @Override
      public void configure(HttpsParameters parameters) {
        SSLParameters needed = context.getDefaultSSLParameters();
        needed.setNeedClientAuth(true);
        parameters.setSSLParameters(needed);
      }
    });
    return server;
  }

  /** Picks the local address of connections, because agents accept a handler only from the address that it reports. */
  private static final class From extends NettyChannelBuilder.LocalSocketPicker {
    private final SocketAddress address;

    From(String ip) {
      address = new InetSocketAddress(ip, 0);
    }

    @Override
    public SocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
      return address;
    }
  }

  private final class Answers implements StreamObserver<AgentMessage> {
    @Override
    public void onNext(AgentMessage message) {
      if (message.hasWelcome()) {
        TestSecret.welcomed(message.getWelcome());
        welcome.complete(message.getWelcome());
      } else if (message.hasCheck()) {
        say(HandlerMessage.newBuilder().setChecked(TestSecret.check(message.getCheck(), welcome().getSession())).build());
      } else if (message.hasDecision()) {
        decisions.add(message.getDecision());
      }
    }

    @Override
    public void onError(Throwable cause) {
      welcome.completeExceptionally(cause);
    }

    @Override
    public void onCompleted() {
      // the agent stops
    }
  }

  private synchronized void say(HandlerMessage message) {
    stream.onNext(message);
  }

  public String ip() {
    return ip;
  }

  public AgentWelcome welcome() {
    return welcome.join();
  }

  private static String name(String job, String map, int reduce) {
    return job + "/" + map + "/" + reduce;
  }

  private void describe(String shuffle) {
    say(HandlerMessage.newBuilder().setDescription(
        ShuffleDescription.newBuilder().setShuffle(shuffle).setUser("u").setOrder(ReadersOrder.IN_TURN)
            .setBroadcast(broadcasts.contains(shuffle))).build());
  }

  /** Finishes a map whose output has these lengths, one for each reducer. */
  public void finishMap(String job, String map, int... partLengths) {
    MapOutput.Builder output = MapOutput.newBuilder().setName(map).setOutput(TestOutputs.of(map));
    for (int reduce = 0; reduce < partLengths.length; reduce++) {
      lengths.put(name(job, map, reduce), partLengths[reduce]);
      output.addPartLengths(partLengths[reduce]).addRawLengths(partLengths[reduce] + 7L);
    }
    describe(job);
    say(HandlerMessage.newBuilder().setMapOutputs(
        MapOutputs.newBuilder().setShuffle(job).addOutputs(output)).build());
  }

  /** Finishes a map whose output has one partition of this length, which any number of tasks at each site read. */
  public void finishBroadcast(String job, String map, int length) {
    broadcasts.add(job);
    finishMap(job, map, length);
  }

  /** Reports that the redirect that was decided last was not sent. */
  public void redirectUnsent() {
    say(HandlerMessage.newBuilder().setUnsent(RedirectUnsent.newBuilder().setOffer(offers.get())).build());
  }

  /** Returns the bytes of a segment. */
  public byte[] bytes(String job, String map, int reduce) {
    String name = name(job, map, reduce);
    return part(name, 0, lengths.get(name));
  }

  /** Returns a part of the bytes of a segment. */
  public byte[] bytes(String job, String map, int reduce, int start, int end) {
    return part(name(job, map, reduce), start, end);
  }

  private static byte[] part(String name, int start, int end) {
    byte[] part = new byte[end - start];
    int from = (int) ((Integer.toUnsignedLong(name.hashCode()) + start) % RANDOM_BYTES.length);
    for (int done = 0; done < part.length; from = 0) {
      int count = Math.min(part.length - done, RANDOM_BYTES.length - from);
      System.arraycopy(RANDOM_BYTES, from, part, done, count);
      done += count;
    }
    return part;
  }

  /** Returns the bytes of several segments, one after the other. */
  public byte[] bytes(String job, int reduce, List<String> maps) {
    int length = maps.stream().mapToInt(map -> lengths.get(name(job, map, reduce))).sum();
    byte[] all = new byte[length];
    int at = 0;
    for (String map : maps) {
      byte[] part = bytes(job, map, reduce);
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /** Offers a fetch, and waits for the decision. */
  public FetchDecision offer(String job, int reduce, String clientIp, List<String> maps) throws InterruptedException {
    FetchOffer.Builder offer = FetchOffer.newBuilder().setOffer(offers.incrementAndGet()).setShuffle(job)
        .setPartition(reduce).setClientIp(clientIp).setLatencyClass(latencyClass).setKey(TestSecret.key(job, welcome().getSession()));
    maps.forEach(map -> {
      int length = lengths.get(name(job, map, reduce));
      offer.addSegments(SegmentLength.newBuilder().setName(map).setOutput(TestOutputs.of(map))
          .setPartLength(length).setRawLength(length + 7L));
    });
    describe(job);
    say(HandlerMessage.newBuilder().setOffer(offer).build());
    FetchDecision decision = decisions.poll(10, TimeUnit.SECONDS);
    if (decision == null) {
      throw new AssertionError("no decision about " + job + " for " + clientIp);
    }
    return decision;
  }

  /** Sets the class of the jobs of all fetches that are offered from now on. */
  public void latencyClass(ClassName now) {
    latencyClass = now;
  }

  /** Reports what became of the responses of classes. */
  public void report(ClassReport... reports) {
    say(HandlerMessage.newBuilder().setHeartbeat(HandlerHeartbeat.newBuilder().addAllClasses(List.of(reports))).build());
  }

  public void endJob(String job) {
    say(HandlerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(job)).build());
  }

  /** Sends no more heartbeats. */
  public void fallSilent() {
    silent = true;
  }

  /** Refuses to serve segments from now on, with this reason. */
  public void refuse(String words) {
    refusal = words;
  }

  /** Flips a bit in this many of the next answers, on their way to the agent. */
  public void flip(int answers) {
    flips.set(answers);
  }

  /** Refuses to serve segments, like a handler whose process is gone. */
  public void stopServing() {
    http.stop(0);
  }

  public long servedBytes() {
    return servedBytes.get();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      List<String> query = new ArrayList<>(List.of(exchange.getRequestURI().getQuery().split("&")));
      query.replaceAll(pair -> pair.substring(pair.indexOf('=') + 1));
      if (!TestSecret.mayRead(query.get(0), exchange.getRequestURI().toString(), exchange.getRequestHeaders().getFirst(ReadProof.FIELD))) {
        exchange.sendResponseHeaders(403, -1);
          return;
        }
      if (refusal != null) {
        byte[] words = refusal.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(404, words.length);
        exchange.getResponseBody().write(words);
        return;
      }
      String name = name(query.get(0), query.get(1), Integer.parseInt(query.get(2)));
      if (!lengths.containsKey(name)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String[] range = exchange.getRequestHeaders().getFirst("Range").substring("bytes=".length()).split("-");
      byte[] part = part(name, Integer.parseInt(range[0]), Integer.parseInt(range[1]) + 1);
      exchange.getResponseHeaders().set(SegmentChecksum.FIELD, SegmentChecksum.format(Checksum.of(part)));
      if (flips.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        part[part.length / 2] ^= 1;
      }
      exchange.sendResponseHeaders(206, part.length);
      exchange.getResponseBody().write(part);
      servedBytes.addAndGet(part.length);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    http.stop(0);
    httpThreads.shutdownNow();
    channel.shutdownNow();
    Await.until("end of the fake handler", () -> channel.isTerminated() && timer.isTerminated());
  }
}
