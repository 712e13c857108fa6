package dev.terra.agent;

import com.google.common.base.Ticker;
import dev.terra.agent.control.HandlerReporter;
import dev.terra.agent.control.ReportStream;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.site.HandlerStates;
import dev.terra.agent.submit.SubmittedShuffles;
import dev.terra.agent.submit.SubmittedTransfers;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.LinkReport;
import dev.terra.api.v1.LinkReports;
import dev.terra.api.v1.RatesInForce;
import dev.terra.core.shuffle.ShuffleId;
import java.util.List;

/** Reports changes at this agent to the controller if the stream is ready for reports. It is used on the agent's thread only. */
final class ControllerReports {
  private final ReportStream out;
  private final Reporter reporter;
  private final HandlerReporter handlers;
  private final Sources sources;
  private final Ticker ticker;

  /** The parts whose state is reported. */
  record Sources(KnownShuffles shuffles, SubmittedTransfers transfers, Data data, HandlerStates handlers) {}

  /** The parts that send and receive bytes, and their tunnels. */
  record Data(Sending sending, Receiving receiving, Tunnels tunnels) {}

  /** Creates a part that has reported nothing yet. */
  ControllerReports(ReportStream out, Reporter reporter, Sources sources, Ticker ticker) {
    this.out = out;
    this.reporter = reporter;
    this.handlers = new HandlerReporter(out);
    this.sources = sources;
    this.ticker = ticker;
  }

  /** Reports what is urgent: shuffles, transfers, bundles for which readers have begun to wait, and bundles that have been sent. */
  void urgent() {
    if (out.isReady()) {
      reporter.tellShuffles();
      transfers();
      List<Outbox.Progress> bundles = sources.data.sending.takeChanged();
      reporter.tellDemand(bundles, ticker.read());
      reporter.tellSent(bundles, ticker.read());
    }
  }

  /** Reports the progress of bundles, and the measurements of this site's links. */
  void progressAndLinks() {
    if (out.isReady()) {
      progress();
    }
    List<LinkReport> links = sources.data.tunnels.takeLinkReports();
    if (!links.isEmpty() && out.isReady()) {
      out.send(AgentReport.newBuilder().setLinks(LinkReports.newBuilder().addAllLinks(links)).build());
    }
  }

  /** Reports the states of this site's handlers. */
  void handlers() {
    if (out.isReady()) {
      handlers.tell(sources.handlers.all(), ticker.read());
    }
  }

  /** Reports the states of all tunnels. */
  void tunnels() {
    if (out.isReady()) {
      allTunnels();
    }
  }

  /**
   * Reports everything to a new controller, shuffles first, since the other reports refer to them.
   *
   * @param inForce the rates at which this agent sends
   */
  void everything(RatesInForce inForce) {
    reporter.forgetAllTold();
    handlers.forgetAllTold();
    for (ShuffleId shuffle : sources.shuffles.ofJobs().ids()) {
      reporter.describe(shuffle);
      reporter.report(shuffle);
      out.send(AgentReport.newBuilder().setPlacement(sources.shuffles.ofJobs().placement(shuffle)).build());
    }
    SubmittedShuffles submitted = sources.shuffles.submitted();
    for (ShuffleId shuffle : submitted.outgoing()) {
      reporter.report(shuffle);
      out.send(AgentReport.newBuilder().setPlacement(submitted.placement(shuffle)).build());
    }
    sources.transfers.reportAgain();
    transfers();
    progress();
    allTunnels();
    handlers.tell(sources.handlers.all(), ticker.read());
    out.send(AgentReport.newBuilder().setAllTold(inForce).build());
  }

  private void transfers() {
    sources.transfers.takeReports().forEach(report -> out.send(AgentReport.newBuilder().setTransfers(report).build()));
  }

  private void progress() {
    reporter.tellProgress(sources.data.sending.progress(), ticker.read());
    reporter.tellRestoring(sources.data.receiving.inbox().restoreNanos(), ticker.read());
  }

  private void allTunnels() {
    reporter.tellTunnels(sources.data.tunnels.planned(), sources.data.sending.carriedBytes(), ticker.read());
  }
}
