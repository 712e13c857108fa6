package dev.terra.rest.read;

import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.Conditions;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.HandlerFigures;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.rows.HandlerRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of handlers at one moment. What an agent reported about its handlers does not hold after the agent was lost or taken out
 * of use.
 */
final class HandlerRows {
  private final ControllerView view;
  private final ViewTimes times;

  HandlerRows(ControllerView view, ViewTimes times) {
    this.view = view;
    this.times = times;
  }

  /** Returns the rows of all handlers, by site and address. */
  List<HandlerRow> all() {
    return view.agents().values().stream().flatMap(agent -> agent.handlers().stream().map(handler -> row(agent, handler))).toList();
  }

  /** Returns how many handlers of an agent's site are stock. */
  int stockAt(AgentFigures agent) {
    return (int) agent.handlers().stream().filter(handler -> !reason(agent, handler).isEmpty()).count();
  }

  private HandlerRow row(AgentFigures agent, HandlerFigures handler) {
    String site = agent.id().site().name();
    String reason = reason(agent, handler);
    return new HandlerRow(site + "/" + handler.key(), site, handler.host(), handler.ip(), orNull(handler.service()),
        orNull(handler.version()), reason.isEmpty() ? "terra" : "stock", orNull(reason), since(agent, handler),
        handler.redirectedFetches(), handler.relayedBytes(), handler.stockBytes(), handler.bypassedBytes(), handler.localBytes(),
        handler.fallbacks());
  }

  private String reason(AgentFigures agent, HandlerFigures handler) {
    SiteId site = agent.id().site();
    if (!agent.whyStock(handler).isEmpty()) {
      return agent.whyStock(handler);
    }
    return new Conditions(view).whyDrained(site).orElse("");
  }

  private Instant since(AgentFigures agent, HandlerFigures handler) {
    boolean byAgent = handler.stockReason().isEmpty() && !agent.live();
    return times.at(byAgent ? agent.lostSeconds().orElse(handler.sinceSeconds()) : handler.sinceSeconds());
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
