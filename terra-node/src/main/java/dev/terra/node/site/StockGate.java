package dev.terra.node.site;

import dev.terra.core.residency.Residency;
import dev.terra.core.wan.SiteId;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Decides whether the stock path of this node is open to readers at other sites. Terra does not choose the route of that path, so the
 * residency of a job's queue may refuse it. A job whose queue is not known is not refused. Thread-safe.
 */
public final class StockGate {
  private final Supplier<Residency> residency;
  private final Supplier<Optional<SiteMap>> sites;
  private final UnaryOperator<String> queueOf;

  /**
   * Creates a gate that applies what agents have sent.
   *
   * @param residency returns the residency that they have sent last
   * @param sites returns the map of sites, for the sites of readers
   * @param queueOf returns the queue of a job; empty if it is not known
   */
  public StockGate(Supplier<Residency> residency, Supplier<Optional<SiteMap>> sites, UnaryOperator<String> queueOf) {
    this.residency = residency;
    this.sites = sites;
    this.queueOf = queueOf;
  }

  /** Returns whether any queue is refused the stock path. */
  public boolean isAnyRefused() {
    return !residency.get().stockRefused().isEmpty();
  }

  /** Returns whether readers of a job at other sites are refused the stock path. */
  public boolean isRefused(String job) {
    Residency rules = residency.get();
    return !rules.stockRefused().isEmpty() && rules.refusesStock(queueOf.apply(job));
  }

  /** Returns why a reader of a job is refused the stock path, naming rule, queue and sites; empty if it is not refused. */
  public Optional<String> refusal(String job, InetAddress reader) {
    if (!isRefused(job)) {
      return Optional.empty();
    }
    return sites.get().flatMap(map -> map.siteOf(reader).filter(site -> !site.equals(map.ownSite())).map(site -> {
      String queue = queueOf.apply(job);
      return "the residency of queue " + queue + " keeps its bytes off " + residency.get().avoided(queue).stream().map(SiteId::name)
          .sorted().collect(Collectors.joining(", ")) + " and refuses the stock path (stockPath: refuse), and no other path is left from "
          + map.ownSite() + " to " + site;
    }));
  }
}
