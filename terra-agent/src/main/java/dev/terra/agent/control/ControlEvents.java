package dev.terra.agent.control;

import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ProbeRequest;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.SubmittedPart;
import java.util.function.Consumer;

/** What the controller says. Called on the agent's thread. */
public interface ControlEvents {
  /** A controller has taken this agent in: it has to be told everything, in the order in which the reports are given. */
  void welcome(ControllerWelcome welcome, Consumer<AgentReport> reports);

  /** Other tunnels are planned than in the welcome. */
  void tunnels(SiteTunnels plan);

  /** Where this site's router sends tunnels on. */
  void routes(SiteRoutes routes);

  /** Tunnels are to be probed, or counts to be told. */
  void probe(ProbeRequest request);

  /** Something was dropped since it came from a controller that no longer leads. */
  void ofOlderTerm(String detail);

  /** New rates. */
  void epoch(Epoch epoch);

  /** Where reducers run. */
  void placement(PlacementReport placement);

  /** This site's part of a shuffle that a job master submitted. */
  void submitted(SubmittedPart part);

  /** A shuffle is over. */
  void ended(String shuffle);

  /** The controller is gone. */
  void lost(String reason);
}
