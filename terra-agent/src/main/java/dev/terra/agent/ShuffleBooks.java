package dev.terra.agent;

import dev.terra.agent.control.Reporter;
import dev.terra.agent.send.Pump;
import dev.terra.agent.site.SiteShuffles;
import dev.terra.agent.submit.SubmittedTransfers;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.core.shuffle.ShuffleId;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What the controller is told of this site's shuffles and says of them, those of jobs and the submitted ones. On the agent's thread. */
final class ShuffleBooks {
  private final SiteShuffles shuffles;
  private final Predicate<ShuffleId> isSubmitted;
  private final SubmittedTransfers transfers;
  private final Reporter reporter;
  private final Pump pump;

  ShuffleBooks(SiteShuffles shuffles, Predicate<ShuffleId> isSubmitted, SubmittedTransfers transfers, Reporter reporter, Pump pump) {
    this.shuffles = shuffles;
    this.isSubmitted = isSubmitted;
    this.transfers = transfers;
    this.reporter = reporter;
    this.pump = pump;
  }

  /** Where reducers run; those of submitted shuffles come with their parts. */
  void place(PlacementReport placement) {
    if (!isSubmitted.test(new ShuffleId(placement.getShuffle()))) {
      shuffles.place(placement);
    }
  }

  /** This site's part of a submitted shuffle. */
  void take(SubmittedPart part) {
    if (transfers.take(part)) {
      reporter.shuffleChanged(new ShuffleId(part.getShuffle()));
      pump.run();
    }
  }

  /** Tells what is news. */
  void tellNews(Consumer<AgentReport> out) {
    reporter.tellShuffles(out);
    transfers.tell(out);
  }

  /** Tells everything, to a new controller. */
  void tellAll(Consumer<AgentReport> out) {
    for (ShuffleId shuffle : shuffles.ids()) {
      reporter.describe(shuffle, out);
      shuffles.report(shuffle).ifPresent(report -> out.accept(AgentReport.newBuilder().setShuffle(report).build()));
      out.accept(AgentReport.newBuilder().setPlacement(shuffles.placement(shuffle)).build());
    }
    transfers.tellAll(out);
  }
}
