package dev.terra.controller.core.recurring;

import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SiteTerms;
import dev.terra.core.wan.Wan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What some shuffles of a run have cost so far. The cost is that of their bytes at the prices of the links' first tiers, and of the time
 * for which threads have compressed and decompressed their chunks at the prices of sites. The time for decompression is attributed to the
 * receivers in proportion to what compression saved on the way to them.
 *
 * @param usd US dollars
 * @param beganSeconds when the first of them was reported, in seconds since the controller started; infinite if there is none
 * @param finishedSeconds when the last of them had nothing left to send, in seconds since the controller started; null if none had anything
 * @param expectedBytes all bytes that they have to send through Terra
 * @param leftBytes how many of these bytes are left
 */
record RunSum(double usd, double beganSeconds, @Nullable Double finishedSeconds, long expectedBytes, long leftBytes) {
  static final RunSum NONE = new RunSum(0, Double.POSITIVE_INFINITY, null, 0, 0);

  private static final double MICROS = 1e6;

  /** Returns the sum for one shuffle. */
  static RunSum of(ShuffleFigures shuffle, Wan wan) {
    double usd = shuffle.bundles().stream().mapToDouble(bundle -> usd(bundle, wan)).sum() + restoreUsd(shuffle, wan);
    List<BundleFigures> bundles = shuffle.bundles().stream().filter(bundle -> !bundle.bypassed()).toList();
    return new RunSum(usd, shuffle.arrivalSeconds(), shuffle.finishSeconds().isPresent() ? shuffle.finishSeconds().getAsDouble() : null,
        bundles.stream().mapToLong(BundleFigures::expectedBytes).sum(), bundles.stream().mapToLong(BundleFigures::leftBytes).sum());
  }

  private static double usd(BundleFigures bundle, Wan wan) {
    double links = bundle.onLinks().sent().entrySet().stream().mapToDouble(sent -> usd(sent.getKey(), sent.getValue(), wan)).sum();
    return links + work(wan, bundle.from(), bundle.onLinks().compressSeconds());
  }

  private static double usd(Path path, long bytes, Wan wan) {
    double usd = 0;
    for (LinkId id : path.links()) {
      usd += wan.link(id).map(link -> link.price().usd(0, bytes / Payload.PRICED_SHARE)).orElse(0.0);
    }
    return usd;
  }

  private static double restoreUsd(ShuffleFigures shuffle, Wan wan) {
    double saved = shuffle.bundles().stream().mapToLong(bundle -> bundle.onLinks().savedBytes()).sum();
    return saved == 0 ? 0 : shuffle.bundles().stream().mapToDouble(bundle ->
        work(wan, bundle.to(), shuffle.restoreSeconds() * bundle.onLinks().savedBytes() / saved)).sum();
  }

  private static double work(Wan wan, SiteId site, double seconds) {
    SiteTerms terms = wan.site(site).map(each -> each.terms()).orElse(SiteTerms.UNKNOWN);
    return WorkCost.of(terms, Math.round(seconds * MICROS)).usd();
  }

  RunSum plus(RunSum other) {
    Double finished = finishedSeconds == null || (other.finishedSeconds != null && other.finishedSeconds > finishedSeconds)
        ? other.finishedSeconds : finishedSeconds;
    return new RunSum(usd + other.usd, Math.min(beganSeconds, other.beganSeconds), finished, expectedBytes + other.expectedBytes,
        leftBytes + other.leftBytes);
  }

  /** Returns how much of the expected bytes is left, 0 to 1. */
  double leftShare() {
    return expectedBytes == 0 ? 1 : (double) leftBytes / expectedBytes;
  }
}
