package dev.terra.spark.relay;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.node.agent.AgentLinks.Route;
import dev.terra.node.agent.Breaker;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.spark.pull.PullCounts;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullReply.Kind;
import dev.terra.spark.pull.PullRequest;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What executors of this node fetch from other sites through the site's agent. Every request is answered, within
 * {@value BlockRelay#HOLD_MILLIS} ms. Its state belongs to one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Scheduled tasks handle what goes wrong in them.
public final class BlockRelays {
  /** Each holds two pieces at most: 128 MiB of heap in all. */
  static final int MAX_RELAYS = 256;
  /** An executor that has not asked for so long is gone. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SWEEP_SECONDS = 1;
  private static final Logger LOG = LoggerFactory.getLogger(BlockRelays.class);

  private final RelayNeeds services;
  private final Map<Key, Going> relays = new HashMap<>();
  private final Origins origins;
  private final Guard guard = new Guard("Terra: a look at fetches through the agent", LOG::warn);

  private record Key(String application, String key) {}

  private record Going(BlockRelay relay, Breaker agent) {}

  /** None yet. */
  public BlockRelays(RelayNeeds services, Executor resolver) {
    this.services = services;
    this.origins = new Origins(services.agents(), resolver);
  }

  /** Begins to forget relays of which nobody asks any more. */
  public void start() {
    Periodic.every(services.loop(), SWEEP_SECONDS, TimeUnit.SECONDS, guard, this::sweep);
  }

  private void sweep() {
    long now = services.nanoClock().getAsLong();
    for (Map.Entry<Key, Going> entry : List.copyOf(relays.entrySet())) {
      Going going = entry.getValue();
      if (now - going.relay.touchedNanos() > IDLE_NANOS) {
        relays.remove(entry.getKey());
        going.relay.abandon();
      } else if (going.relay.tick(now)) {
        going.agent.trip();
      }
    }
  }

  /** Answers a request of an application, on any thread. */
  public void handle(String application, PullRequest request, Consumer<PullReply> answer) {
    try {
      if (request instanceof PullRequest.Hello hello) {
        services.queues().accept(application, hello.queue());
        answer.accept(PullReply.text(Kind.READY, "Terra"));
      } else if (request instanceof PullRequest.Open open) {
        open(application, open, answer);
      } else if (request instanceof PullRequest.Tell tell) {
        count(tell.counts());
        answer.accept(PullReply.text(Kind.READY, "Terra"));
      } else if (request instanceof PullRequest.Next next) {
        services.loop().execute(() -> next(new Key(application, next.key()), next.offset(), answer));
      }
    } catch (RejectedExecutionException e) {
      answer.accept(PullReply.text(Kind.STOCK, "the service stops"));
    }
  }

  private void count(PullCounts counts) {
    services.counts().add(Count.STOCK_BYTES, counts.stockBytes());
    services.counts().add(Count.BYPASSED_BYTES, counts.bypassedBytes());
    services.counts().add(Count.FALLBACKS, counts.fallbacks());
  }

  private void open(String application, PullRequest.Open open, Consumer<PullReply> answer) {
    origins.resolve(open.host(), address -> {
      try {
        services.loop().execute(() -> open(application, open, address, answer));
      } catch (RejectedExecutionException e) {
        answer.accept(PullReply.text(Kind.STOCK, "the service stops"));
      }
    });
  }

  private void open(String application, PullRequest.Open open, Optional<InetAddress> address, Consumer<PullReply> answer) {
    try {
      Optional<PullReply> refusal = refusal(open, address);
      if (refusal.isPresent()) {
        answer.accept(refusal.get());
      } else {
        begin(new Key(application, open.key()), Blocks.of(application, open.executor(), open.blocks()), address.orElseThrow(), answer);
      }
    } catch (IllegalArgumentException e) {
      answer.accept(PullReply.text(Kind.STOCK, e.getMessage()));
    }
  }

  private Optional<PullReply> refusal(PullRequest.Open open, Optional<InetAddress> address) {
    Optional<Boolean> elsewhere = address.flatMap(origins::isElsewhere);
    if (address.isEmpty()) {
      return Optional.of(PullReply.text(Kind.STOCK, "the host " + open.host() + " is not known"));
    }
    if (elsewhere.isEmpty()) {
      return Optional.of(PullReply.text(Kind.STOCK, "no agent has told of sites yet"));
    }
    if (!elsewhere.get()) {
      return Optional.of(PullReply.text(Kind.LOCAL, open.host() + " is at no other site"));
    }
    if (open.stageBytes() > 0 && open.stageBytes() < services.agents().smallBytes()) {
      return Optional.of(PullReply.text(Kind.BYPASS, "about " + open.stageBytes() + " bytes are too few"));
    }
    if (relays.size() >= MAX_RELAYS) {
      return Optional.of(PullReply.text(Kind.STOCK, MAX_RELAYS + " fetches at a time, no more"));
    }
    return Optional.empty();
  }

  private void begin(Key key, Blocks blocks, InetAddress origin, Consumer<PullReply> answer) {
    Asking asking = new Asking(blocks, origin);
    Optional<Route> route = asking.route();
    if (route.isEmpty()) {
      answer.accept(PullReply.text(Kind.STOCK, "no healthy agent"));
      return;
    }
    Going known = relays.get(key);
    if (known != null) {
      known.relay.pull(0, services.nanoClock().getAsLong(), answer);
      return;
    }
    BlockRelay relay = new BlockRelay(services, blocks.ranges().size(), asking, () -> relays.remove(key));
    relays.put(key, new Going(relay, route.get().breaker()));
    services.counts().add(Count.REDIRECTED_FETCHES, 1);
    relay.ask(route.get());
    relay.pull(0, services.nanoClock().getAsLong(), answer);
  }

  /** Asks for blocks of an origin. */
  private final class Asking implements BlockRelay.Asking {
    private final Blocks blocks;
    private final InetAddress origin;

    Asking(Blocks blocks, InetAddress origin) {
      this.blocks = blocks;
      this.origin = origin;
    }

    @Override
    public Optional<Route> route() {
      return services.agents().route(blocks.shuffleId());
    }

    @Override
    public AgentFetch ask(Route route, Received received, AgentFetch.Listener listener) {
      AgentFetch.Way way = new AgentFetch.Way(services.loop(), services.agents(), route, services.self().address());
      return AgentFetch.begin(way, blocks.request(origin, services.self().service(), received), listener);
    }
  }

  private void next(Key key, long offset, Consumer<PullReply> answer) {
    Going going = relays.get(key);
    if (going == null) {
      answer.accept(PullReply.text(Kind.UNKNOWN, "the service knows nothing of this fetch"));
    } else {
      going.relay.pull(offset, services.nanoClock().getAsLong(), answer);
    }
  }

  /** Ends all of them; their executors go on without Terra. */
  public void close() {
    try {
      services.loop().submit(() -> {
        List.copyOf(relays.values()).forEach(going -> going.relay.abandon());
        relays.clear();
      }).awaitUninterruptibly(1, TimeUnit.SECONDS);
    } catch (RejectedExecutionException e) {
      relays.clear();
    }
  }
}
