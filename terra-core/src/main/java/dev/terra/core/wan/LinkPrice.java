package dev.terra.core.wan;

import com.google.common.collect.ImmutableList;
import dev.terra.core.units.CostLimits;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What bytes over one direction of a link cost. Gigabytes are 10^9 bytes.
 *
 * @param usdPerGigabyte US dollars for each gigabyte up to the first tier, 0 to 10^6; empty if the price is not known
 * @param tiers the prices of the gigabytes of a calendar month that are above bounds, in ascending order of the bounds
 * @param wattHoursPerGigabyte the energy that the network's devices use for each gigabyte, 0 to 10^6; empty if it is not known
 */
public record LinkPrice(OptionalDouble usdPerGigabyte, ImmutableList<PriceTier> tiers, OptionalDouble wattHoursPerGigabyte) {
  /** The price of a link of which neither price nor energy is known. */
  public static final LinkPrice UNKNOWN = new LinkPrice(OptionalDouble.empty(), ImmutableList.of(), OptionalDouble.empty());
  private static final double BYTES_PER_GIGABYTE = 1e9;

  /** Checks the ranges, that tiers ascend, and that the price of the first gigabytes is given where tiers are. */
  public LinkPrice {
    Objects.requireNonNull(tiers, "tiers");
    CostLimits.check("egress price", usdPerGigabyte.orElse(0), CostLimits.MOST_USD_PER_GIGABYTE);
    CostLimits.check("energy of a gigabyte", wattHoursPerGigabyte.orElse(0), CostLimits.MOST_ENERGY);
    if (!tiers.isEmpty() && usdPerGigabyte.isEmpty()) {
      throw new IllegalArgumentException("tiers need the price of the first gigabytes");
    }
    for (int i = 1; i < tiers.size(); i++) {
      if (!(tiers.get(i).aboveGigabytes() > tiers.get(i - 1).aboveGigabytes())) {
        throw new IllegalArgumentException("tiers must ascend: " + tiers.get(i).aboveGigabytes() + " GB follows "
            + tiers.get(i - 1).aboveGigabytes() + " GB");
      }
    }
  }

  /** Returns a price without tiers: every gigabyte costs the same, if its price is known. */
  public static LinkPrice of(OptionalDouble usdPerGigabyte) {
    return usdPerGigabyte.isEmpty() ? UNKNOWN : new LinkPrice(usdPerGigabyte, ImmutableList.of(), OptionalDouble.empty());
  }

  /**
   * Returns what bytes cost, US dollars; 0 if no price is known. With 0.09 up to 10,000 GB and 0.085 beyond, 2 GB after 9,999 GB cost
   * 0.175.
   *
   * @param bytesBefore the bytes that the link carried before them in the same month, at least 0
   */
  public double usd(double bytesBefore, double bytes) {
    double from = bytesBefore / BYTES_PER_GIGABYTE;
    double to = from + bytes / BYTES_PER_GIGABYTE;
    double sum = 0;
    double begin = 0;
    double price = usdPerGigabyte.orElse(0);
    for (PriceTier tier : tiers) {
      sum += price * overlap(from, to, begin, tier.aboveGigabytes());
      begin = tier.aboveGigabytes();
      price = tier.usdPerGigabyte();
    }
    return sum + price * overlap(from, to, begin, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns what the first bytes of data of a month cost, US dollars for a byte; 0 if no price is known. It includes headers and
   * acknowledgements.
   */
  public double usdPerDataByte() {
    return usdPerGigabyte.orElse(0) / BYTES_PER_GIGABYTE / Payload.PRICED_SHARE;
  }

  private static double overlap(double from, double to, double begin, double end) {
    return Math.max(0, Math.min(to, end) - Math.max(from, begin));
  }

  /** Returns the energy that it takes to carry bytes, watt hours; 0 if it is not known. */
  public double wattHours(double bytes) {
    return wattHoursPerGigabyte.orElse(0) * bytes / BYTES_PER_GIGABYTE;
  }
}
