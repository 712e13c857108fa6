package dev.terra.agent;

import dev.terra.agent.control.Reporter;
import dev.terra.agent.send.Pump;
import dev.terra.agent.site.Jobs;
import dev.terra.agent.submit.SubmittedTransfers;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.SubmittedPart;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What the controller is told of this site's shuffles and says of them, those of jobs and the submitted ones. On the agent's thread. */
final class ShuffleBooks {
  private final Jobs jobs;
  private final Predicate<String> isSubmitted;
  private final SubmittedTransfers transfers;
  private final Reporter reporter;
  private final Pump pump;

  ShuffleBooks(Jobs jobs, Predicate<String> isSubmitted, SubmittedTransfers transfers, Reporter reporter, Pump pump) {
    this.jobs = jobs;
    this.isSubmitted = isSubmitted;
    this.transfers = transfers;
    this.reporter = reporter;
    this.pump = pump;
  }

  /** Where reducers run; those of submitted shuffles come with their parts. */
  void place(PlacementReport placement) {
    if (!isSubmitted.test(placement.getShuffle())) {
      jobs.place(placement);
    }
  }

  /** This site's part of a submitted shuffle. */
  void take(SubmittedPart part) {
    if (transfers.take(part)) {
      reporter.shuffleChanged(part.getShuffle());
      pump.run();
    }
  }

  /** Tells what is news. */
  void tellNews(Consumer<AgentReport> out) {
    reporter.tellJobs(out);
    transfers.tell(out);
  }

  /** Tells everything, to a new controller. */
  void tellAll(Consumer<AgentReport> out) {
    for (String job : jobs.ids()) {
      jobs.report(job).ifPresent(report -> out.accept(AgentReport.newBuilder().setShuffle(report).build()));
      out.accept(AgentReport.newBuilder().setPlacement(jobs.placement(job)).build());
    }
    transfers.tellAll(out);
  }
}
