package dev.terra.cli.status;

import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.Status;
import dev.terra.core.wan.WanNotation;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats a controller's shuffles for people, and computes values from the figures of one shuffle. */
final class ShuffleView {
  private ShuffleView() {}

  /** Returns the matrix's bytes between these two sites, without the bytes that cross twice because their reducer has moved. */
  static long bytes(BundleStatus bundle) {
    return bundle.getExpectedBytes() - bundle.getMovedBytes();
  }

  static long left(BundleStatus bundle) {
    return Math.max(0, bundle.getExpectedBytes() - bundle.getAcknowledgedBytes() - bundle.getWithdrawnBytes());
  }

  /** Returns running, ended, or failed: a submitted shuffle has failed if it is over and not all of it has arrived. */
  static String state(ShuffleStatus shuffle) {
    return !shuffle.getFailure().isEmpty() ? "failed" : shuffle.getEnded() ? "ended" : "running";
  }

  /**
   * Returns the state of a bundle. done: nothing is left; sending: it has a rate; waiting: others go first; bypassed: too small for Terra
   * so far; ended: the job ended before all was sent; failed: its shuffle has failed.
   */
  static String state(ShuffleStatus shuffle, BundleStatus bundle) {
    if (left(bundle) == 0) {
      return "done";
    }
    if (shuffle.getEnded()) {
      return state(shuffle);
    }
    boolean sending = bundle.getRatesList().stream().anyMatch(rate -> rate.getBytesPerSecond() > 0);
    return sending ? "sending" : bundle.getBypassed() ? "bypassed" : "waiting";
  }

  static String text(Status status) {
    StringBuilder text = new StringBuilder();
    line(text, "%s: %d shuffles", status.getWan(), status.getShufflesCount());
    status.getShufflesList().forEach(shuffle -> shuffle(text, shuffle));
    return text.toString().stripTrailing();
  }

  private static void shuffle(StringBuilder text, ShuffleStatus shuffle) {
    line(text, "%n%s: %s, since %.1f s%s, Gamma %.1f s; %s, of which %s inside sites, %s not placed yet", shuffle.getId(), state(shuffle),
        shuffle.getArrivalSeconds(), sent(shuffle), shuffle.getGammaSeconds(), size(shuffle.getProducedBytes()),
        size(shuffle.getSameSiteBytes()), size(shuffle.getUnplacedBytes()));
    if (!shuffle.getFailure().isEmpty()) {
      line(text, "  it failed: %s", shuffle.getFailure());
    }
    terms(text, shuffle);
    line(text, "  %-20s %-8s %11s %11s %11s %11s", "bundle", "state", "expected", "sent", "otherwise", "left");
    for (BundleStatus bundle : shuffle.getBundlesList()) {
      line(text, "  %-20s %-8s %11s %11s %11s %11s%s", bundle.getFrom() + WanNotation.SEPARATOR + bundle.getTo(), state(shuffle, bundle),
          size(bundle.getExpectedBytes()), size(bundle.getAcknowledgedBytes()), size(bundle.getWithdrawnBytes()), size(left(bundle)),
          onLinks(bundle) + bundle.getRatesList().stream().map(ShuffleView::rate).collect(Collectors.joining()));
    }
    compression(text, shuffle);
  }

  /** Returns the bytes on links as which a bundle's acknowledged bytes were sent. */
  static long wireBytes(BundleStatus bundle) {
    return bundle.getAcknowledgedBytes() - bundle.getSavedBytes();
  }

  private static String onLinks(BundleStatus bundle) {
    return bundle.getSavedBytes() == 0 ? "" : "  (sent as " + size(wireBytes(bundle)) + ")";
  }

  /** Returns how long threads have compressed its chunks at the senders, seconds. */
  static double compressSeconds(ShuffleStatus shuffle) {
    return shuffle.getBundlesList().stream().mapToDouble(BundleStatus::getCompressSeconds).sum();
  }

  private static void compression(StringBuilder text, ShuffleStatus shuffle) {
    double compressing = compressSeconds(shuffle);
    if (compressing > 0 || shuffle.getRestoreSeconds() > 0) {
      line(text, "  compression: %s sent as %s on links, %.2f s to compress, %.2f s to restore",
          size(shuffle.getBundlesList().stream().mapToLong(BundleStatus::getAcknowledgedBytes).sum()),
          size(shuffle.getBundlesList().stream().mapToLong(ShuffleView::wireBytes).sum()), compressing, shuffle.getRestoreSeconds());
    }
  }

  /** Adds its terms, where they differ from the ordinary ones. */
  private static void terms(StringBuilder text, ShuffleStatus shuffle) {
    if (shuffle.getWeight() != 1 || shuffle.getPriority() != 0 || shuffle.hasDeadlineSeconds()) {
      line(text, "  weight %s, priority %d%s%s", shuffle.getWeight(), shuffle.getPriority(),
          shuffle.hasDeadlineSeconds() ? String.format(Locale.ROOT, ", to be done by %.1f s", shuffle.getDeadlineSeconds()) : "",
          shuffle.getDeadlineProblem().isEmpty() ? "" : "; " + shuffle.getDeadlineProblem());
    }
  }

  private static String sent(ShuffleStatus shuffle) {
    if (!shuffle.hasStartSeconds()) {
      return "";
    }
    return String.format(Locale.ROOT, ", sent from %.1f s%s", shuffle.getStartSeconds(),
        shuffle.hasFinishSeconds() ? String.format(Locale.ROOT, " to %.1f s", shuffle.getFinishSeconds()) : "");
  }

  private static String rate(RateOnPath rate) {
    return String.format(Locale.ROOT, "  %s at %.1f MB/s",
        String.join(WanNotation.SEPARATOR, rate.getPath().getSitesList()), rate.getBytesPerSecond() / 1e6);
  }

  private static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
