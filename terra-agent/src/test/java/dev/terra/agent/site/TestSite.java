package dev.terra.agent.site;

import com.google.common.base.Ticker;
import com.google.common.net.InetAddresses;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.send.SegmentAnswers;
import dev.terra.agent.stats.Events;
import dev.terra.agent.submit.Folders;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.submit.TransferFiles;
import dev.terra.agent.support.TestReplies;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import io.grpc.stub.StreamObserver;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** The books of site A. The segments of its handlers are never read. */
final class TestSite implements ShuffleReporting {
  static final SiteId A = new SiteId("A");

  private final Ticker ticker;
  private final Handlers handlers;
  private final Events events = new Events(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private final SiteShuffles shuffles;
  private final ShuffleDecisions decisions;
  private final Outlook outlook;

  TestSite(Outlook outlook, boolean inOrder, Ticker ticker) {
    this.ticker = ticker;
    this.outlook = outlook;
    this.handlers = new Handlers(other -> true, ticker);
    this.shuffles = new SiteShuffles(handlers, inOrder);
    Pump pump = new Pump(new Pump.Supply((part, reader) -> reader.failed("not read here"), question -> Map.of()),
        new SegmentAnswers(TestReplies.unread()), events, ticker);
    this.decisions = new ShuffleDecisions(
        new ShuffleDecisions.Policy(A, 1, outlook, new SmallFetchWays(outlook, handlers.classes(), events)), shuffles,
        new Outbox(A, shuffles, pump, ticker, 1),
        this, events);
  }

  Handlers handlers() {
    return handlers;
  }

  Events events() {
    return events;
  }

  SiteShuffles shuffles() {
    return shuffles;
  }

  ShuffleDecisions decisions() {
    return decisions;
  }

  /** Returns a gateway at the site, to which the other sites' handlers are known from the beginning. */
  Gateway gateway(Wan wan, FetchTraces traces, Announcements announcements) {
    SegmentAnswers answers = new SegmentAnswers(TestReplies.unread());
    Pump pump = new Pump(new Pump.Supply((part, reader) -> reader.failed("not read here"), question -> Map.of()), answers, events, ticker);
    Admission admission = new Admission(new Admission.Books(decisions, new Outbox(A, shuffles, pump, ticker, 1), answers), outlook, events,
        ticker);
    ProofGate proofs = new ProofGate(new ProofGate.Books(A, decisions, handlers, new ShuffleKeys(), new SubmittedShuffles(
        new TransferFiles(new Folders(List.of()), null, Runnable::run))), admission,
        new ProofGate.Answers(answers, TestReplies.unread()), events, ticker);
    return new Gateway(new Gateway.Served(A, new Subnets(wan), decisions, handlers, 0),
        new Gateway.Followers(proofs, traces, announcements), events, ticker);
  }

  /** Returns the stream of a handler that connects from an address. */
  static Gateway.Session session(Gateway gateway, StreamObserver<AgentMessage> stream, String ip) {
    return gateway.new Session(stream, InetAddresses.forString(ip), AgentWelcome.getDefaultInstance());
  }

  @Override
  public void changed(ShuffleId shuffle) {
    shuffles.report(shuffle);
  }

  @Override
  public void placed(ShuffleId shuffle, int partition, SiteId at) {
    readAt(shuffle, at);
  }

  @Override
  public void readAt(ShuffleId shuffle, SiteId at) {
    if (at.equals(A)) {
      throw new AssertionError("a reader at " + at);
    }
  }
}
