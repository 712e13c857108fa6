package dev.terra.schedule.policy.terra;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.policy.round.ActiveShuffle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A shuffle in {@link VirtualSharing}: what it has left there, by pair of sites. */
final class VirtualShuffle {
  private final ShuffleId id;
  private final String job;
  /** What it waits for; empty once that is done. */
  private List<VirtualShuffle> before;
  private final Map<Integer, VirtualBundle> bundles = new HashMap<>();
  private boolean gone;
  private boolean sending;
  private double doneSeconds = Double.NaN;

  /**
   * A shuffle without bytes.
   *
   * @param before the shuffles that are done before it begins
   */
  VirtualShuffle(ShuffleId id, String job, List<VirtualShuffle> before) {
    this.id = id;
    this.job = job;
    this.before = before;
  }

  ShuffleId id() {
    return id;
  }

  /** The job, or the shuffle's own name if it stands alone. */
  String job() {
    return job;
  }

  /** Whether the schedule has done it. */
  boolean isGone() {
    return gone;
  }

  void setGone(boolean now) {
    gone = now;
  }

  boolean isDone() {
    return !Double.isNaN(doneSeconds);
  }

  /** It is done, whatever it has left. */
  void finish(double nowSeconds) {
    if (!isDone()) {
      doneSeconds = nowSeconds;
    }
    bundles.clear();
    sending = false;
  }

  /** Takes over what is left in the real network, so many seconds after the last time. */
  void update(ShuffleDemand demand, FlowRates rates, double seconds) {
    for (BundleDemand bundle : demand.bundles()) {
      boolean grown = bundles.computeIfAbsent(rates.pair(bundle.from(), bundle.to()), key -> new VirtualBundle())
          .update(bundle.bytes(), bundle.flows() * demand.terms().weight(), seconds);
      if (grown) {
        doneSeconds = Double.NaN;
      }
    }
  }

  /** Notes what each bundle gets in the real network from now on. */
  void note(ActiveShuffle shuffle, FlowRates rates) {
    bundles.values().forEach(VirtualBundle::startRound);
    for (int bundle = 0; bundle < shuffle.bundles().size(); bundle++) {
      BundleDemand one = shuffle.demand(bundle);
      Objects.requireNonNull(bundles.get(rates.pair(one.from(), one.to())), "it was updated in this round")
          .gets(shuffle.bundles().rates().total(bundle));
    }
  }

  /** Adds the flows that have something to send, if it is not done and waits for no other shuffle: it sends at the rates of now then. */
  void ask(FlowRates rates) {
    sending = !isDone() && before.stream().allMatch(VirtualShuffle::isDone);
    if (sending) {
      before = List.of();
      bundles.forEach((pair, bundle) -> rates.add(pair, bundle.isDone() ? 0 : bundle.flows()));
    }
  }

  /** After how many seconds the first of its bundles that send is done; infinite if none sends. */
  double secondsToNextEnd(FlowRates rates) {
    double first = Double.POSITIVE_INFINITY;
    if (sending) {
      for (Map.Entry<Integer, VirtualBundle> bundle : bundles.entrySet()) {
        first = Math.min(first, bundle.getValue().isDone() ? first : bundle.getValue().secondsLeft(rates.of(bundle.getKey())));
      }
    }
    return first;
  }

  /** Sends for some seconds, until a time. Whether a bundle is done by that, so that others get more. */
  boolean send(double seconds, double untilSeconds, FlowRates rates) {
    if (!sending) {
      return false;
    }
    boolean ended = false;
    boolean done = true;
    for (Map.Entry<Integer, VirtualBundle> bundle : bundles.entrySet()) {
      ended |= bundle.getValue().send(seconds, rates.of(bundle.getKey()));
      done &= bundle.getValue().isDone();
    }
    if (done) {
      doneSeconds = untilSeconds;
      sending = false;
    }
    return ended || done;
  }

  /** When it is done if nothing comes or ends before; infinite if it waits for others, or has no route. */
  double endSeconds(double nowSeconds, FlowRates rates) {
    if (isDone()) {
      return doneSeconds;
    }
    if (!sending) {
      return Double.POSITIVE_INFINITY;
    }
    double last = 0;
    for (Map.Entry<Integer, VirtualBundle> bundle : bundles.entrySet()) {
      last = Math.max(last, bundle.getValue().isDone() ? last : bundle.getValue().secondsLeft(rates.of(bundle.getKey())));
    }
    return nowSeconds + last;
  }
}
