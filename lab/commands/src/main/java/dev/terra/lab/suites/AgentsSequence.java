package dev.terra.lab.suites;

import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.jobfaults.AgentsFault;
import dev.terra.lab.jobfaults.DrainedAgents;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.lab.jobfaults.OneOfSeveral;
import dev.terra.lab.jobfaults.SeveralAtOnce;
import dev.terra.lab.jobfaults.SlowedAgent;
import dev.terra.lab.jobfaults.StrikeReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Runs real jobs repeatedly. In each run, agents that share a site end at a random moment and come back, or are slow. */
final class AgentsSequence {
  private final JobRunner runner;

  AgentsSequence(JobRunner runner) {
    this.runner = runner;
  }

  /** Runs each kind as often as given, on a testbed with the stock shuffle and without input. */
  List<AgentsReport.Round> run(Map<AgentsFault.Kind, Integer> counts, Random random) throws IOException, InterruptedException {
    List<DemoJob> jobs = runner.runStock();
    runner.warmUp("terra", runner.plan().warmUps(), true);
    List<AgentsReport.Round> done = new ArrayList<>();
    for (Map.Entry<AgentsFault.Kind, Integer> kind : counts.entrySet()) {
      for (int i = 1; i <= kind.getValue(); i++) {
        done.add(round(kind.getKey(), kind.getKey().label() + "-" + i, jobs, random));
      }
    }
    return done;
  }

  private AgentsReport.Round round(AgentsFault.Kind kind, String name, List<DemoJob> jobs, Random random)
      throws IOException, InterruptedException {
    AgentsFault[] fault = new AgentsFault[1];
    RunResult run = runner.run(name, jobs, true, Optional.of(runner.request(FaultKind.AGENT, traffic -> {
      fault[0] = fault(kind, traffic, random);
      return fault[0];
    })));
    boolean identical = runner.identical(jobs, name);
    Optional<StrikeReport> report = run.fault();
    AgentsReport.Round round = new AgentsReport.Round(kind, report.map(StrikeReport::target).orElse(""),
        fault[0].strikesAfter(), identical, run.counters(), run.shuffle().fallbacks(), run.shuffle().stockBytes(),
        report.map(StrikeReport::resumedSeconds).orElse(null), fault[0].shareSeconds().orElse(null),
        fault[0].loadsSeconds().orElse(null), fault[0].slowdown().orElse(null),
        report.map(StrikeReport::whatTerraDid).orElse("the jobs were done before"));
    runner.progress().say("%s: %s at %.2f: %s; %s", name, round.target(), round.place(), round.inWords(), round.seen());
    return round;
  }

  private AgentsFault fault(AgentsFault.Kind kind, TrafficMonitor traffic, Random random) {
    return switch (kind) {
      case KILL -> new OneOfSeveral(runner.cluster(), traffic, random);
      case DRAIN_AGENT -> new DrainedAgents(runner.cluster(), traffic, false, random);
      case DRAIN_SITE -> new DrainedAgents(runner.cluster(), traffic, true, random);
      case SLOWDOWN -> new SlowedAgent(runner.cluster(), traffic, random);
      case SEVERAL -> new SeveralAtOnce(runner.cluster(), traffic, random);
    };
  }
}
