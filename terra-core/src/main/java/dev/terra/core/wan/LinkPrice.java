package dev.terra.core.wan;

import com.google.common.collect.ImmutableList;
import dev.terra.core.units.CostLimits;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What bytes over one direction of a link cost. Gigabytes are 10^9 bytes.
 *
 * @param usdPerGigabyte US dollars, 0 to 10^6; empty where they are not known
 * @param tiers the prices of what a calendar month brings beyond bounds, by ascending bounds
 * @param wattHoursPerGigabyte the energy of the network's devices, 0 to 10^6; empty where it is not known
 */
public record LinkPrice(OptionalDouble usdPerGigabyte, ImmutableList<PriceTier> tiers, OptionalDouble wattHoursPerGigabyte) {
  /** Nothing is known. */
  public static final LinkPrice UNKNOWN = new LinkPrice(OptionalDouble.empty(), ImmutableList.of(), OptionalDouble.empty());
  private static final double BYTES_PER_GIGABYTE = 1e9;

  /** Checks the ranges, and that tiers follow a first price. */
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

  /** One price for every gigabyte, if any is known. */
  public static LinkPrice of(OptionalDouble usdPerGigabyte) {
    return usdPerGigabyte.isEmpty() ? UNKNOWN : new LinkPrice(usdPerGigabyte, ImmutableList.of(), OptionalDouble.empty());
  }

  /**
   * What bytes cost, US dollars; 0 where no price is known. With 0.09 up to 10,000 GB and 0.085 beyond, 2 GB after 9,999 GB cost 0.175.
   *
   * @param bytesBefore what the same month brought before them, at least 0
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

  /** What a byte of data costs where the month has brought none before, with headers and acknowledgements, US dollars. */
  public double usdPerDataByte() {
    return usdPerGigabyte.orElse(0) / BYTES_PER_GIGABYTE / Payload.PRICED_SHARE;
  }

  private static double overlap(double from, double to, double begin, double end) {
    return Math.max(0, Math.min(to, end) - Math.max(from, begin));
  }

  /** The energy of bytes, watt hours; 0 where it is not known. */
  public double wattHours(double bytes) {
    return wattHoursPerGigabyte.orElse(0) * bytes / BYTES_PER_GIGABYTE;
  }
}
