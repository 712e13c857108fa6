package dev.terra.rest.read;

import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.GrowthFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.rows.BundleRow;
import dev.terra.rest.rows.RateRow;
import dev.terra.rest.rows.ShuffleDetailRow.GrowthRow;
import dev.terra.rest.rows.ShuffleDetailRow;
import dev.terra.rest.rows.ShuffleRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes rows of shuffles and bundles at one moment. */
final class ShuffleRows {
  /** The source of a shuffle's queue if YARN has confirmed it. */
  static final String CONFIRMED = "yarn";

  private final ViewTimes times;
  private final double nowSeconds;

  ShuffleRows(ViewTimes times, double nowSeconds) {
    this.times = times;
    this.nowSeconds = nowSeconds;
  }

  /** Sums over the bundles of a shuffle. */
  private static final class Sums {
    private long expected;
    private long done;
    private long wire;
    private double compressSeconds;
    private long left;
    private double rate;
    private int waiting;

    Sums(ShuffleFigures shuffle) {
      for (BundleFigures bundle : shuffle.bundles()) {
        expected += bundle.expectedBytes();
        done += bundle.acknowledgedBytes();
        wire += bundle.wireBytes();
        compressSeconds += bundle.onLinks().compressSeconds();
        long open = bundle.isOpen() ? bundle.leftBytes() : 0;
        left += open;
        rate += bundle.bytesPerSecond();
        waiting += !shuffle.ended() && open > 0 && bundle.rates().isEmpty() ? 1 : 0;
      }
    }
  }

  ShuffleRow row(ShuffleFigures shuffle) {
    Sums sums = new Sums(shuffle);
    return new ShuffleRow(shuffle.id().value(), shuffle.job(), shuffle.descriptor().group().orElse(null), shuffle.queue().orElse(null),
        shuffle.queue().map(queue -> shuffle.isQueueConfirmed() ? CONFIRMED : "job").orElse(null), emptyToNull(shuffle.owner().user()),
        shuffle.submitted(), shuffle.descriptor().broadcast(), state(shuffle, sums), shuffle.failure().orElse(null),
        shuffle.terms().weight(), shuffle.terms().priority(), times.at(shuffle.terms().deadlineSeconds()),
        shuffle.deadlineProblem().orElse(null), shuffle.termsFrom().id(), times.at(shuffle.arrivalSeconds()),
        times.at(shuffle.startSeconds()), times.at(shuffle.finishSeconds()),
        shuffle.expectedFinishSeconds().stream().mapToObj(this::expected).findFirst().orElse(null),
        Double.isFinite(shuffle.gammaSeconds()) ? shuffle.gammaSeconds() : null, shuffle.producedBytes(), sums.expected,
        sums.done, sums.wire, sums.compressSeconds, shuffle.restoreSeconds(), sums.left, shuffle.unplacedBytes(),
        shuffle.sameSiteBytes(), sums.rate, shuffle.bundles().size(), sums.waiting, progress(sums.done, sums.expected));
  }

  static double progress(long done, long expected) {
    return expected == 0 ? 0 : Math.min(1, done / (double) expected);
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static String state(ShuffleFigures shuffle, Sums sums) {
    if (shuffle.ended()) {
      return shuffle.failure().isPresent() ? "failed" : "ended";
    }
    return sums.left == 0 ? "idle" : sums.rate > 0 ? "running" : "waiting";
  }

  /** Returns the expected end as a time. An estimate that has passed while the work goes on becomes the present time. */
  private Instant expected(double seconds) {
    return times.at(Math.max(nowSeconds, seconds));
  }

  ShuffleDetailRow detail(ShuffleFigures shuffle) {
    List<GrowthRow> growth = new ArrayList<>();
    for (GrowthFigures step : shuffle.growth()) {
      step.added().forEach(more ->
          growth.add(new GrowthRow(times.at(step.atSeconds()), more.from().name(), more.to().name(), more.bytes())));
    }
    return new ShuffleDetailRow(row(shuffle), bundles(shuffle), growth);
  }

  List<BundleRow> bundles(ShuffleFigures shuffle) {
    return shuffle.bundles().stream().map(bundle -> bundle(shuffle, bundle)).toList();
  }

  BundleRow bundle(ShuffleFigures shuffle, BundleFigures bundle) {
    long rate = bundle.bytesPerSecond();
    return new BundleRow(new BundleId(shuffle.id(), bundle.from(), bundle.to()).toString(), shuffle.id().value(), bundle.from().name(),
        bundle.to().name(), state(shuffle, bundle), bundle.expectedBytes(), bundle.acknowledgedBytes(), bundle.wireBytes(),
        bundle.onLinks().compressSeconds(), bundle.withdrawnBytes(), bundle.leftBytes(), bundle.leftOnLinks(), bundle.requestedBytes(),
        rate, rates(bundle.rates()),
        shuffle.ended() ? null : shuffle.expectedFinishSeconds(bundle).stream().mapToObj(this::expected).findFirst().orElse(null));
  }

  private static String state(ShuffleFigures shuffle, BundleFigures bundle) {
    if (bundle.leftBytes() > 0 && shuffle.failure().isPresent()) {
      return "failed";
    } else if (bundle.bypassed()) {
      return "bypassed";
    }
    return shuffle.ended() || bundle.leftBytes() == 0 ? "done" : bundle.rates().isEmpty() ? "waiting" : "sending";
  }

  static List<RateRow> rates(Map<Path, Long> rates) {
    return rates.entrySet().stream().map(rate -> new RateRow(sites(rate.getKey()), rate.getValue())).toList();
  }

  static List<String> sites(Path path) {
    return path.sites().stream().map(SiteId::name).toList();
  }

}
