package dev.terra.agent.control;

import dev.terra.api.v1.AgentReport;
import java.util.ArrayList;
import java.util.List;

/** A stream that is always ready, and keeps the reports that were sent on it. */
final class SentReports implements ReportStream {
  private final List<AgentReport> sent = new ArrayList<>();

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void send(AgentReport report) {
    sent.add(report);
  }

  /** Returns the reports that were sent since the last call. */
  List<AgentReport> take() {
    List<AgentReport> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }
}
