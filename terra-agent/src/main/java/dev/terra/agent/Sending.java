package dev.terra.agent;

import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.send.SegmentAnswers;
import dev.terra.agent.site.Admission;
import dev.terra.agent.site.ProofGate;
import dev.terra.agent.site.ShuffleDecisions;
import dev.terra.agent.site.ShuffleReporting;
import dev.terra.agent.site.SmallFetchWays;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.core.balance.ServiceRate;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends bytes from this site to other sites. A request of another site passes the {@link ProofGate} and the {@link Admission} to the
 * {@link Outbox}, whose segments the {@link Pump} reads and sends on tunnels. {@link ShuffleDecisions} pushes segments into the outbox
 * before they are requested. An instance is used on the agent's thread only.
 */
final class Sending implements AutoCloseable {
  private static final double NANOS = 1e9;

  private final LocalSite site;
  private final NetworkOutlook outlook;
  private final Pump pump;
  private final Outbox outbox;
  private final ShuffleDecisions decisions;
  private final Admission admission;
  private final ProofGate proofs;
  private ServiceRate rate = ServiceRate.UNKNOWN;
  private long ratedNanos;

  /**
   * Creates a part that has nothing to send yet.
   *
   * @param firstNumber the number of the first segment, which is random
   */
  Sending(LocalSite site, KnownShuffles shuffles, AgentNetwork network, ShuffleReporting reports, long firstNumber) {
    this.site = site;
    this.ratedNanos = site.ticker().read();
    this.outlook = network.outlook();
    SiteId self = site.config().site();
    Tunnels tunnels = network.tunnels();
    SegmentAnswers answers = new SegmentAnswers(tunnels);
    Pump.Supply supply = new Pump.Supply(shuffles, outlook, network.context().compression().compressor());
    this.pump = new Pump(supply, answers, site.events(), site.ticker());
    this.outbox = new Outbox(self, shuffles, pump, site.ticker(), firstNumber);
    this.decisions = new ShuffleDecisions(new ShuffleDecisions.Policy(self, site.config().bypassSeconds(), outlook,
        new SmallFetchWays(outlook, site.handlers().classes(), site.events())), shuffles.ofJobs(), outbox, reports, site.events());
    outbox.onAheadArrived((copy, to) -> decisions.small().arrived(copy, to, site.ticker().read()));
    this.admission = new Admission(new Admission.Books(decisions, outbox, answers), outlook, site.events(), site.ticker());
    this.proofs = new ProofGate(new ProofGate.Books(self, decisions, site.handlers(), site.keys(), shuffles.submitted()), admission,
        new ProofGate.Answers(answers, tunnels), site.events(), site.ticker());
  }

  /** Returns the segments on their way to other sites. */
  Outbox outbox() {
    return outbox;
  }

  /** Returns the pump, which sends the bytes of the outbox. */
  Pump pump() {
    return pump;
  }

  /** Returns the decisions about which shuffles go through Terra. */
  ShuffleDecisions decisions() {
    return decisions;
  }

  /** Returns the gate that requests of other sites pass. */
  ProofGate proofs() {
    return proofs;
  }

  /** Applies changed rates, and sends what they allow. */
  void ratesChanged() {
    pump.refreshRates();
    pump.run();
  }

  /** Sends new segments. */
  void send() {
    pump.run();
  }

  /** Sends what may be sent by the passage of time; returns the nanoseconds after which to call again at the latest. */
  long sendDue() {
    return pump.runDue();
  }

  /** Returns whether any bundle has something to send. */
  boolean hasWork() {
    return pump.hasWork();
  }

  /** Forgets a shuffle that has ended. */
  void end(ShuffleId shuffle) {
    outbox.dropShuffle(shuffle);
  }

  /** Returns the progress of all bundles. */
  List<Outbox.Progress> progress() {
    return outbox.progress();
  }

  /** Returns the progress of a shuffle's bundles. */
  List<Outbox.Progress> progress(ShuffleId shuffle) {
    return outbox.progress(shuffle);
  }

  /** Returns the progress of the bundles that may have changed since the last call. */
  List<Outbox.Progress> takeChanged() {
    return outbox.takeChanged();
  }

  /** Returns the acknowledged bytes by the path on which they were sent. */
  Map<Path, Long> deliveredBytes() {
    return outbox.deliveredBytes();
  }

  /** Returns the acknowledged bytes by path, as counted on the tunnels: a compressed chunk counts with its compressed length. */
  Map<Path, Long> carriedBytes() {
    return outbox.carriedBytes();
  }

  /** Decides on requests that have waited for a handler. It is to be called every 20 ms. */
  void decideWaiting() {
    admission.tick();
    proofs.tick();
  }

  /** Recomputes the rates, since shares depend on which bundles have something to send. It is to be called every 100 ms. */
  void refreshRates() {
    pump.refreshRates();
    outlook.tick(outbox.progress(), site.ticker().read());
  }

  /**
   * Returns how many bytes wait, and how fast bytes have been sent lately; empty if the site has one agent only. It is to be called every
   * 500 ms.
   */
  Optional<ServiceRate> load() {
    if (site.config().share().agents() == 1) {
      return Optional.empty();
    }
    long nowNanos = site.ticker().read();
    long queue = outbox.progress().stream().mapToLong(Outbox.Progress::outstanding).sum();
    long done = outbox.deliveredBytes().values().stream().mapToLong(Long::longValue).sum();
    if (nowNanos > ratedNanos) {
      rate = rate.after(queue, done, (nowNanos - ratedNanos) / NANOS);
      ratedNanos = nowNanos;
    }
    return Optional.of(rate);
  }

  /** Sends again what was not acknowledged in time. It is to be called every second. */
  void resendLost() {
    outbox.tick();
  }

  /** Releases the bytes that were read and not sent. */
  @Override
  public void close() {
    outbox.close();
  }
}
