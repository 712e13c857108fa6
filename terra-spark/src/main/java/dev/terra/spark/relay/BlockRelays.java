package dev.terra.spark.relay;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.core.failure.Failures;
import dev.terra.node.count.ShuffleCounts.Count;
import dev.terra.node.fetch.SiteFetch;
import dev.terra.node.limit.PeerShares;
import dev.terra.spark.pull.PullCounts;
import dev.terra.spark.pull.PullReply.Kind;
import dev.terra.spark.pull.PullReply;
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
 * The fetches of executors of this node from other sites, through the site's agent. Every request is answered within
 * {@value BlockRelay#HOLD_MILLIS} ms. The state belongs to one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Scheduled tasks handle what goes wrong in them.
public final class BlockRelays {
  /** The most relays. Each holds two pieces at most: 128 MiB of heap together. */
  static final int MAX_RELAYS = 256;
  /** The time without a request after which an executor counts as gone, ns. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SWEEP_SECONDS = 1;
  private static final Logger LOG = LoggerFactory.getLogger(BlockRelays.class);

  private final RelayNeeds services;
  private final Map<Key, BlockRelay> relays = new HashMap<>();
  private final PeerShares shares = PeerShares.of(MAX_RELAYS);
  private final Origins origins;
  private final Guard guard = new Guard("Terra: a look at fetches through the agent", LOG::warn);

  private record Key(String application, String key) {}

  /** Makes an empty set of relays. */
  public BlockRelays(RelayNeeds services, Executor resolver) {
    this.services = services;
    this.origins = new Origins(services.fetches().agents(), resolver);
  }

  /** Begins to drop relays without further requests. */
  public void start() {
    Periodic.every(services.loop(), SWEEP_SECONDS, TimeUnit.SECONDS, guard, this::sweep);
  }

  private void sweep() {
    long now = services.nanoClock().getAsLong();
    for (Map.Entry<Key, BlockRelay> entry : List.copyOf(relays.entrySet())) {
      if (now - entry.getValue().askedNanos() > IDLE_NANOS) {
        forget(entry.getKey());
        entry.getValue().abandon();
      } else {
        entry.getValue().tick();
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
    origins.resolve(application, open.host(), address -> address.ifPresentOrElse(origin -> openAt(application, open, origin, answer),
        () -> answer.accept(PullReply.text(Kind.STOCK, "the host " + open.host() + " is not known"))));
  }

  private void openAt(String application, PullRequest.Open open, InetAddress origin, Consumer<PullReply> answer) {
    try {
      services.loop().execute(() -> open(application, open, origin, answer));
    } catch (RejectedExecutionException e) {
      answer.accept(PullReply.text(Kind.STOCK, "the service stops"));
    }
  }

  private void open(String application, PullRequest.Open open, InetAddress origin, Consumer<PullReply> answer) {
    try {
      Optional<PullReply> refusal = refusal(application, open, origin);
      if (refusal.isPresent()) {
        answer.accept(refusal.get());
      } else {
        begin(new Key(application, open.key()), Blocks.of(application, open.executor(), open.blocks()), origin, answer);
      }
    } catch (IllegalArgumentException e) {
      answer.accept(PullReply.text(Kind.STOCK, Failures.inWords(e)));
    }
  }

  private Optional<PullReply> refusal(String application, PullRequest.Open open, InetAddress origin) {
    Optional<Boolean> elsewhere = origins.isElsewhere(origin);
    if (elsewhere.isEmpty()) {
      return Optional.of(PullReply.text(Kind.STOCK, "no agent has sent the list of sites yet"));
    }
    if (!elsewhere.get()) {
      return Optional.of(PullReply.text(Kind.LOCAL, open.host() + " is not at another site"));
    }
    boolean small = open.stageBytes() > 0 && open.stageBytes() < services.fetches().agents().smallBytes()
        && !services.gate().isRefused(application);
    return small ? Optional.of(PullReply.text(Kind.BYPASS, "about " + open.stageBytes() + " bytes are too few for Terra"))
        : Optional.empty();
  }

  private void begin(Key key, Blocks blocks, InetAddress origin, Consumer<PullReply> answer) {
    BlockRelay known = relays.get(key);
    if (known != null) {
      known.pull(0, answer);
      return;
    }
    int slice = services.fetches().agents().slice(blocks.shuffleId());
    if (services.fetches().agents().route(slice).isEmpty() && !services.fetches().agents().isChanging(slice)) {
      answer.accept(PullReply.text(Kind.STOCK, "no healthy agent"));
      return;
    }
    if (!shares.take(key.application)) {
      answer.accept(PullReply.text(Kind.STOCK, "at most " + MAX_RELAYS + " fetches at a time, and fewer of one application"));
      return;
    }
    BlockRelay relay =
        new BlockRelay(services, new SiteFetch.Wanted(slice, blocks.request(origin, services.service())), () -> forget(key));
    relays.put(key, relay);
    services.counts().add(Count.REDIRECTED_FETCHES, 1);
    relay.begin();
    relay.pull(0, answer);
  }

  private void forget(Key key) {
    if (relays.remove(key) != null) {
      shares.give(key.application);
    }
  }

  private void next(Key key, long offset, Consumer<PullReply> answer) {
    BlockRelay relay = relays.get(key);
    if (relay == null) {
      answer.accept(PullReply.text(Kind.UNKNOWN, "the service has no such fetch"));
    } else {
      relay.pull(offset, answer);
    }
  }

  /** Ends all relays; their executors go on without Terra. */
  public void close() {
    try {
      services.loop().submit(() -> {
        List.copyOf(relays.values()).forEach(BlockRelay::abandon);
        List.copyOf(relays.keySet()).forEach(this::forget);
      }).awaitUninterruptibly(1, TimeUnit.SECONDS);
    } catch (RejectedExecutionException e) {
      relays.clear();
    }
  }
}
