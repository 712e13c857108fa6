package dev.terra.cli.status;

import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.HandlerStatus;
import dev.terra.api.v1.LinkStatus;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.SliceStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.WaitQuantiles;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.wan.WanNotation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats a status for people: the WAN, the agents, the running shuffles, the latest events. */
final class StatusText {
  private static final int LATEST_EVENTS = 20;

  private StatusText() {}

  static String of(Status status) {
    StringBuilder text = new StringBuilder();
    line(text, "%s: epoch %d, %d rounds (last %.1f ms), up %.0f s, bytes outstanding for %.1f s",
        status.getWan(), status.getEpoch(), status.getRounds(), status.getLastRoundMillis(), status.getUptimeSeconds(),
        status.getOutstandingSeconds());
    if (status.getInsecure()) {
      line(text, "INSECURE: without TLS every client is believed, "
          + "and with an open election any client decides which controller leads; the controller's log has which");
    }
    status.getLinksList().forEach(link -> line(text, "link    %-20s %-8s %10s carried, %10s of %10s planned%s%s",
        link.getFrom() + WanNotation.SEPARATOR + link.getTo(), state(link), rate(link.getCarriedBytesPerSecond()),
        rate(link.getAllocatedBytesPerSecond()), rate(link.getCapacityBytesPerSecond()), measured(link, status.getUptimeSeconds()),
        link.getReason().isEmpty() ? "" : "; " + link.getReason()));
    status.getAgentsList().forEach(agent -> {
      line(text, "agent   %-8s %s: %s, %d of %d tunnels up",
          agent.getSite(), agent.getAgent(), (agent.getAlive() ? "live" : "lost (" + agent.getReason() + ")")
              + (agent.getDrained() ? ", drained" : ""), agent.getTunnelsUp(), agent.getTunnels());
      if (agent.hasFirstByte()) {
        line(text, "  fetches waited: first byte %s, last byte %s", wait(agent.getFirstByte()), wait(agent.getLastByte()));
      }
      if (agent.getSlicesCount() > 1) {
        agent.getSlicesList().forEach(slice -> slice(text, slice));
      }
      agent.getHandlersList().forEach(handler -> handler(text, handler));
    });
    status.getShufflesList().stream().filter(shuffle -> !shuffle.getEnded()).forEach(shuffle -> shuffle(text, shuffle));
    List<dev.terra.api.v1.StatusEvent> events = status.getEventsList();
    events.subList(Math.max(0, events.size() - LATEST_EVENTS), events.size()).forEach(event ->
        line(text, "event   %9.3f s %s %s: %s", event.getAtSeconds(), event.getWhat(), event.getTarget(), event.getDetail()));
    return text.toString().stripTrailing();
  }

  /** Returns the state in the words of {@code terra links}; for a controller that does not report the state, whether the link is up. */
  private static String state(LinkStatus link) {
    return link.getDrained() ? "drained" : !link.getState().isEmpty() ? link.getState() : link.getUp() ? "up" : "down";
  }

  /** Adds one of several agents of a site. */
  private static void slice(StringBuilder text, SliceStatus slice) {
    line(text, "  slice %d %s: %s, %d tunnels up, %d fetches", slice.getSlice(), slice.getAgent(),
        slice.getAlive() ? "live" : "lost (" + slice.getReason() + ")", slice.getTunnelsUp(), slice.getFetches());
  }

  private static String wait(WaitQuantiles wait) {
    return wait.getCount() == 0 ? "-" : String.format(Locale.ROOT, "p50 %.3f s p99 %.3f s of %d", wait.getP50Seconds(),
        wait.getP99Seconds(), wait.getCount());
  }

  private static void handler(StringBuilder text, HandlerStatus handler) {
    line(text, "  handler %s %s%s %s: %s", handler.getHost(), handler.getIp(),
        handler.getService().isEmpty() ? "" : " (" + handler.getService() + ")", handler.getVersion(),
        handler.getStockReason().isEmpty() ? "on" : "STOCK, " + handler.getStockReason());
  }

  private static String measured(LinkStatus link, double nowSeconds) {
    return link.hasMeasuredBytesPerSecond() ? String.format(Locale.ROOT, ", %s measured %.0f s ago",
        rate(link.getMeasuredBytesPerSecond()), nowSeconds - link.getMeasuredAtSeconds()) : "";
  }

  private static void shuffle(StringBuilder text, ShuffleStatus shuffle) {
    line(text, "shuffle %s: Gamma %.1f s, %s not placed yet, %s inside sites", shuffle.getId(), shuffle.getGammaSeconds(),
        size(shuffle.getUnplacedBytes()), size(shuffle.getSameSiteBytes()));
    for (BundleStatus bundle : shuffle.getBundlesList()) {
      line(text, "  bundle %-20s %s of %s%s", bundle.getFrom() + WanNotation.SEPARATOR + bundle.getTo(),
          size(bundle.getAcknowledgedBytes() + bundle.getWithdrawnBytes()), size(bundle.getExpectedBytes()), rates(bundle));
    }
  }

  private static String rates(BundleStatus bundle) {
    return bundle.getRatesList().stream().map(StatusText::rate).collect(Collectors.joining(""));
  }

  private static String rate(RateOnPath rate) {
    return ", " + String.join(WanNotation.SEPARATOR, rate.getPath().getSitesList()) + " at " + rate(rate.getBytesPerSecond());
  }

  private static String rate(double bytesPerSecond) {
    return String.format(Locale.ROOT, "%.1f MB/s", bytesPerSecond / 1e6);
  }

  private static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(BoundedText.clean(String.format(Locale.ROOT, format, values))).append('\n');
  }
}
