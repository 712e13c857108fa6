package dev.terra.agent.site;

import com.google.common.base.Ticker;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.send.SegmentAnswers;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.tunnel.Replies;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.ProofCheck;
import dev.terra.api.v1.ProofChecked;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.ShuffleGrant;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Admits a site's requests for a shuffle once a handler here has verified that a reader at that site belongs to the job. Until then, no
 * byte of the shuffle is sent to the site. A request without a proof is left unanswered; the site repeats it with a proof. An instance
 * is used on the agent's thread only.
 */
public final class ProofGate {
  /** The most requests that wait for a handler's answer. A stage makes a few thousand requests at once. */
  private static final int MAX_WAITING = 4_096;
  /** The most of these requests that one site has made. */
  private static final int MAX_WAITING_OF_SITE = MAX_WAITING / 4;
  /** The most bytes of a site's waiting requests: 16 MiB. A request for a thousand segments has about 30 KiB. */
  private static final long MAX_WAITING_BYTES_OF_SITE = 16L << 20;
  /** The time for which a request waits for its handler's answer. After that the request is dropped, and the site repeats it. */
  private static final long ANSWER_NANOS = ProtocolTiming.DECISION.nanos();

  private final Books books;
  private final Admission admission;
  private final Answers answers;
  private final Events events;
  private final Ticker ticker;
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
  private final SiteCounts waitingOfSites = new SiteCounts(MAX_WAITING_OF_SITE);
  private final SiteCounts bytesOfSites = new SiteCounts(MAX_WAITING_BYTES_OF_SITE);
  private long lastNumber;

  /** The sender of a request: a site, and the session of its agent. */
  public record Peer(SiteId site, long session) {}

  private record Waiting(Peer peer, SegmentRequest request, String handler, long sinceNanos) {}

  /**
   * The parts that the gate reads and changes.
   *
   * @param submitted the submitted shuffles, whose receivers need no proof, since the controller places them
   */
  public record Books(SiteId site, ShuffleDecisions decisions, Handlers handlers, ShuffleKeys keys, SubmittedShuffles submitted) {
    private SiteShuffles shuffles() {
      return decisions.shuffles();
    }
  }

  /** The means to answer other sites. */
  public record Answers(SegmentAnswers segments, Replies frames) {}

  /** Creates a gate that passes requests to an admission. */
  public ProofGate(Books books, Admission admission, Answers answers, Events events, Ticker ticker) {
    this.books = books;
    this.admission = admission;
    this.answers = answers;
    this.events = events;
    this.ticker = ticker;
  }

  /** Accepts a site's request for segments, or its notice that it does not need them. */
  public void request(Peer peer, SegmentRequest request) {
    ShuffleId shuffle = new ShuffleId(request.getShuffle());
    if (request.getWithdrawn() || books.submitted.goesTo(shuffle, peer.site)) {
      admission.request(peer.site, request);
    } else if (!request.hasProof()) {
      if (books.shuffles().isProven(shuffle, peer.site)) {
        admission.request(peer.site, request);
      }
    } else if (request.getProof().getSession() != peer.session) {
      refuse(peer, request, "proved for another session than that of the agent at " + peer.site);
    } else {
      known(shuffle, peer).ifPresentOrElse(grant -> pass(peer, request, grant), () -> check(peer, request));
    }
  }

  private Optional<SessionGrant> known(ShuffleId shuffle, Peer peer) {
    return books.shuffles().known(shuffle).flatMap(known -> Optional.ofNullable(known.grants().get(peer.site)))
        .filter(grant -> grant.session() == peer.session);
  }

  private void pass(Peer peer, SegmentRequest request, SessionGrant grant) {
    answers.frames.send(peer.site, FrameType.GRANT, grant.message());
    admission.request(peer.site, request);
  }

  private void check(Peer peer, SegmentRequest request) {
    String origin = request.getOriginIp();
    if (!books.handlers.isAttached(origin)) {
      if (!books.handlers.isAwaited(origin)) {
        refuse(peer, request, "no live handler at " + origin);
      }
      return;
    }
    if (waiting.size() >= MAX_WAITING || !mayWait(peer.site, request)) {
      return; // the site repeats its request
    }
    long number = ++lastNumber;
    waiting.put(number, new Waiting(peer, request, origin, ticker.read()));
    books.handlers.check(origin, ProofCheck.newBuilder().setNumber(number).setShuffle(request.getShuffle()).setOrigin(origin)
        .setProof(request.getProof()).build());
  }

  private boolean mayWait(SiteId site, SegmentRequest request) {
    if (!waitingOfSites.take(site, 1)) {
      return false;
    }
    boolean room = bytesOfSites.take(site, request.getSerializedSize());
    if (!room) {
      waitingOfSites.release(site, 1);
    }
    return room;
  }

  private void released(Waiting over) {
    waitingOfSites.release(over.peer.site, 1);
    bytesOfSites.release(over.peer.site, over.request.getSerializedSize());
  }

  /** Accepts a handler's answer about a proof. */
  public void checked(String handler, ProofChecked result) {
    Waiting asked = waiting.get(result.getNumber());
    if (asked == null || !asked.handler.equals(handler)) {
      return;
    }
    waiting.remove(result.getNumber());
    released(asked);
    if (!result.getRefusal().isEmpty()) {
      refuse(asked.peer, asked.request, result.getRefusal());
      return;
    }
    ShuffleId shuffle = new ShuffleId(asked.request.getShuffle());
    if (!books.decisions.mayTell(handler, shuffle)) {
      refuse(asked.peer, asked.request, "shuffle " + shuffle + " has ended, or is more than the agent accepts from " + handler);
      return;
    }
    proved(shuffle, asked.peer.site, ShuffleKey.of(result.getKey()));
    SessionGrant grant = new SessionGrant(asked.peer.session,
        ShuffleGrant.newBuilder().setShuffle(shuffle.value()).setKey(result.getReaderKey()).build());
    books.shuffles().known(shuffle).ifPresent(known -> known.grants().put(asked.peer.site, grant));
    pass(asked.peer, asked.request, grant);
  }

  /** Notes a shuffle's key from a handler, which has verified that a reader at a site belongs to the job. */
  void proved(ShuffleId shuffle, SiteId at, ShuffleKey key) {
    books.keys.put(shuffle, books.site, key);
    books.decisions.prove(shuffle, at);
  }

  private void refuse(Peer peer, SegmentRequest request, String reason) {
    events.add(AgentEventKind.UNPROVEN, peer.site.name(), request.getShuffle() + ": " + reason);
    for (int i = 0; i < request.getOutputsCount(); i++) {
      answers.segments.decline(peer.site, SegmentCopy.of(request, i), reason);
    }
  }

  /** Forgets the requests about which no handler has answered in time. It is to be called every 20 ms. */
  public void tick() {
    if (!waiting.isEmpty()) {
      long now = ticker.read();
      waiting.values().removeIf(asked -> {
        boolean late = now - asked.sinceNanos > ANSWER_NANOS;
        if (late) {
          released(asked);
        }
        return late;
      });
    }
  }
}
