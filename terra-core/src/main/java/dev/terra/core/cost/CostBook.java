package dev.terra.core.cost;

import com.google.common.collect.ImmutableList;
import dev.terra.core.cost.PathCost.LinkCost;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.Map;

/**
 * Computes what bytes on paths cost at the prices of a topology. Prices and energy hold for IP bytes: data, the headers of full packets,
 * and an acknowledgement for every second packet. A price with tiers depends on the bytes that the link carried earlier in the calendar
 * month, which this book adds up. Therefore bytes have to be booked in the order of time. Links that are not in the topology cost nothing.
 * An instance has one owner.
 */
public final class CostBook {
  private static final double JOULES_PER_WATT_HOUR = 3_600;
  private static final double WATT_HOURS_PER_KILOWATT_HOUR = 1_000;

  private final Wan wan;
  private final CheapestRoutes cheapest;
  private final boolean tiered;
  private final Map<LinkId, Double> monthBytes = new HashMap<>();
  private YearMonth month = YearMonth.of(1970, 1);

  /** Creates an empty book. */
  public CostBook(Wan wan) {
    this.wan = wan;
    this.cheapest = new CheapestRoutes(wan);
    this.tiered = wan.links().stream().anyMatch(link -> !link.price().tiers().isEmpty());
  }

  /** Returns whether any price depends on the earlier bytes of the month. */
  public boolean isTiered() {
    return tiered;
  }

  /** Books data that took a path in a month, and returns its cost. */
  public PathCost book(Path path, long bytes, YearMonth now) {
    if (!now.equals(month)) {
      month = now;
      monthBytes.clear();
      forgetRoutes();
    }
    double ipBytes = bytes / Payload.PRICED_SHARE;
    double least = ipBytes * cheapest.usdPerByte(path.from(), path.to(), this::usdPerByte);
    ImmutableList.Builder<LinkCost> links = ImmutableList.builder();
    for (LinkId id : path.links()) {
      links.add(wan.link(id).map(link -> cost(link, ipBytes)).orElse(new LinkCost(0, 0, 0)));
      monthBytes.merge(id, ipBytes, Double::sum);
    }
    forgetRoutes();
    return new PathCost(path, bytes, links.build(), least);
  }

  private void forgetRoutes() {
    if (tiered) {
      cheapest.forget();
    }
  }

  private double usdPerByte(Link link) {
    return link.price().usd(monthBytes.getOrDefault(link.id(), 0.0), 1);
  }

  private LinkCost cost(Link link, double ipBytes) {
    double usd = link.price().usd(monthBytes.getOrDefault(link.id(), 0.0), ipBytes);
    double wattHours = link.price().wattHours(ipBytes);
    return new LinkCost(usd, wattHours * JOULES_PER_WATT_HOUR, wattHours / WATT_HOURS_PER_KILOWATT_HOUR * grams(link.id().from()));
  }

  private double grams(SiteId site) {
    return wan.site(site).map(each -> each.terms()).orElse(SiteTerms.UNKNOWN).gramsPerKilowattHour().orElse(0);
  }
}
