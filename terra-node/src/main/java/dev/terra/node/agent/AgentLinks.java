package dev.terra.node.agent;

import dev.terra.api.v1.HandlerSpan;
import dev.terra.core.residency.Residency;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.Slices;
import dev.terra.node.latency.ClassTable;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.output.OutputListener;
import dev.terra.node.proof.HandlerProofs;
import dev.terra.node.site.SiteMap;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The links to the agents of this node's site: those of each slice in order of preference. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // The future is the one that is returned.
public final class AgentLinks implements OutputListener {
  /** The time to wait for the end of each stream. A running agent revokes the lease and notifies other sites within milliseconds. */
  private static final long CLOSE_MILLIS = 500;
  /**
   * The longest wait for the first attempts. A running agent welcomes a handler at once, and a hanging agent must not delay a NodeManager's
   * fetches.
   */
  private static final long FIRST_ATTEMPT_MILLIS = 2_000;
  private static final Logger LOG = LoggerFactory.getLogger(AgentLinks.class);

  private final Slices slices;
  private final List<AgentLink> links;
  private final LinkServices services;
  private final WaitingOffers waiting;
  private final CompletableFuture<Void> settled;
  private volatile @Nullable HandlerIdentity identity;

  /** Creates one link to each agent, where a single agent carries everything. */
  public AgentLinks(List<AgentAddress> agents, LinkServices services) {
    this(agents, Slices.ONE, services);
  }

  /**
   * Creates one link to each agent for each slice that it may carry.
   *
   * @param agents the addresses of the agents' first slices
   */
  public AgentLinks(List<AgentAddress> agents, Slices slices, LinkServices services) {
    this.services = services;
    this.slices = slices;
    this.waiting = new WaitingOffers(services);
    this.links = slices.numbers().mapToObj(number -> new LinkSlice(slices, number))
        .flatMap(slice -> agents.stream().map(agent -> new AgentLink(agent, slice, services, new Changes()))).toList();
    this.settled = CompletableFuture.allOf(links.stream().map(AgentLink::firstAttempt).toArray(CompletableFuture[]::new));
  }

  private final class Changes implements AgentLink.News {
    @Override
    public void welcomed(AgentLink link) {
      waiting.arrived(link);
    }

    /** Makes the other links connect at once, since another agent may take over the slice. */
    @Override
    public void lost(AgentLink gone) {
      if (slices.count() > 1) {
        links.stream().filter(link -> link != gone).forEach(AgentLink::hurry);
      }
    }
  }

  /**
   * An agent through which a reducer's fetch can go.
   *
   * @param session the agent's session, for which the proofs of its fetches are made
   * @param welcomes how often the agent has welcomed this handler; an agent that has ended and returned is a different route
   */
  public record Route(InetSocketAddress address, long session, Breaker breaker, int welcomes) {}

  /** Begins to connect. */
  public void start(HandlerIdentity self) {
    identity = self;
    links.forEach(link -> link.start(self));
    settled.completeOnTimeout(null, FIRST_ATTEMPT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Returns a future that ends when each agent has answered, or could not be reached, for the first time; {@value #FIRST_ATTEMPT_MILLIS} ms
   * after the start at the latest. Requests before that would take the stock path, although an agent may have their bytes.
   */
  public CompletableFuture<Void> settled() {
    return settled;
  }

  /** Returns the address that this node reports as its own, and from which it connects to agents, if it is configured. */
  public Optional<InetAddress> ownAddress() {
    return Optional.ofNullable(identity).flatMap(HandlerIdentity::address);
  }

  /** Returns the TLS between this node and its agents. */
  public HandlerTls tls() {
    return services.tls();
  }

  /** Returns the proofs with the secrets of this node's jobs. */
  public HandlerProofs proofs() {
    return services.proofs();
  }

  /** Returns the map of sites that the site's agents sent; empty until the first welcome. */
  public Optional<SiteMap> sites() {
    return links.stream().flatMap(link -> link.sites().stream()).findFirst();
  }

  /** Returns up to how many bytes a shuffle is too small for Terra, whichever sites they are between; 0 if no agent has reported it. */
  public long smallBytes() {
    return links.stream().filter(AgentLink::isHealthy).mapToLong(AgentLink::smallBytes).min().orElse(0);
  }

  /** Returns the latency classes that the preferred healthy agent sent, or those of any agent; empty if none has sent any. */
  public Optional<ClassTable> classes() {
    return links.stream().filter(AgentLink::isHealthy).flatMap(link -> link.classes().stream()).findFirst()
        .or(() -> links.stream().flatMap(link -> link.classes().stream()).findFirst());
  }

  /**
   * Returns the residency of queues that the preferred healthy agent sent, or that of any agent; everything is allowed if none has sent
   * any.
   */
  public Residency residency() {
    return links.stream().filter(AgentLink::isHealthy).flatMap(link -> link.residency().stream()).findFirst()
        .or(() -> links.stream().flatMap(link -> link.residency().stream()).findFirst()).orElse(Residency.FREE);
  }

  /** Returns whether an address is that of a configured agent. */
  public boolean isAgent(InetAddress address) {
    return links.stream().anyMatch(link -> link.isAt(address));
  }

  /** Returns whether an offer would be answered. */
  public boolean anyHealthy() {
    return links.stream().anyMatch(AgentLink::isHealthy);
  }

  /**
   * Sends an offer to the preferred healthy agent of its slice, or to the agent that succeeds it. The result is empty if there is no such
   * agent.
   */
  public CompletableFuture<Optional<Decided>> offer(OfferedFetch offer) {
    int slice = offer.shuffle().slice(slices, offer.offer().getPartition());
    try {
      return healthy(slice).map(link -> link.offer(offer).exceptionallyCompose(gone -> follower(slice, offer)))
          .orElseGet(() -> follower(slice, offer));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
  }

  private Optional<AgentLink> healthy(int slice) {
    return links.stream().filter(link -> link.isOf(slice) && link.isHealthy()).findFirst();
  }

  private CompletableFuture<Optional<Decided>> follower(int slice, OfferedFetch offer) {
    if (!isChanging(slice) && healthy(slice).isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    CompletableFuture<Optional<Decided>> answer = new CompletableFuture<>();
    services.loop().execute(() ->
        healthy(slice).ifPresentOrElse(link -> WaitingOffers.pass(link.offer(offer), answer), () -> waiting.add(offer, answer)));
    return answer;
  }

  /** Returns whether the agent of a slice has just ended and another agent of the site is about to succeed it. */
  public boolean isChanging(int slice) {
    return slices.count() > 1 && links.stream().anyMatch(link -> link.isOf(slice) && link.isLostLately());
  }

  /** Returns the slice of the site in which a shuffle's partition is. */
  public int slice(NodeShuffle shuffle, int partition) {
    return shuffle.slice(slices, partition);
  }

  /** Returns the slice of a shuffle that is not divided. */
  public int slice(ShuffleId shuffle) {
    return slices.of(shuffle);
  }

  /** Returns the preferred agent of a slice that is healthy and has not failed recently. */
  public Optional<Route> route(int slice) {
    return links.stream().filter(link -> link.isOf(slice) && link.isHealthy() && !link.breaker().isOpen()).findFirst()
        .map(link -> new Route(link.fetchAddress(), link.session(), link.breaker(), link.welcomes()));
  }

  /** Returns the reporter of this node's part of fetches that its site's agents trace. */
  public HandlerSpans spans() {
    return new HandlerSpans(services.clock(), span -> onLoop(() -> tell(span)));
  }

  private void tell(HandlerSpan span) {
    links.stream().filter(AgentLink::takesSpans).findFirst().ifPresent(link -> link.tell(span));
  }

  @Override
  public void outputsFound() {
    tellAll(AgentLink::outputsFound);
  }

  @Override
  public void shuffleEnded(ShuffleId shuffle) {
    tellAll(link -> link.shuffleEnded(shuffle));
  }

  private void tellAll(Consumer<AgentLink> news) {
    onLoop(() -> links.forEach(news));
  }

  private void onLoop(Runnable task) {
    try {
      services.loop().execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("Terra: the handler stops, no agent gets a message any more", e);
    }
  }

  /** Ends all streams, so that the agents revoke this handler's leases, and waits a short time until they have. */
  public void close() {
    try {
      List<AgentAttachment> ending = services.loop()
          .submit(() -> links.stream().flatMap(link -> link.close().stream()).toList()).get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
      ending.forEach(stream -> stream.awaitClosed(CLOSE_MILLIS));
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      LOG.warn("Terra: the streams to the agents did not close; they end with the process", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
