package dev.terra.controller.core.shuffle;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.controller.view.BundleFigures;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SitePair;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A shuffle as it was last published, so that figures that have not changed are not created again. */
public final class PublishedShuffle {
  private final RunningShuffle shuffle;
  private long revision;
  private Map<SitePair, Map<Path, Long>> rates = Map.of();
  private SortedMap<SitePair, BundleState> bundles = Collections.emptySortedMap();
  private @Nullable ShuffleFigures figures;

  public PublishedShuffle(RunningShuffle shuffle) {
    this.shuffle = shuffle;
  }

  /** The shuffle's id. */
  public ShuffleId id() {
    return shuffle.id();
  }

  /** Returns whether this object belongs to the given shuffle, and not to another one of the same name. */
  public boolean isOf(RunningShuffle other) {
    return shuffle == other;
  }

  /** Returns the shuffle's figures at these rates. It returns the previous object if nothing has changed. */
  public ShuffleFigures figures(Map<SitePair, Map<Path, Long>> now) {
    ShuffleFigures before = figures;
    if (before != null && revision == shuffle.revision() && rates == now) {
      return before;
    }
    ImmutableList<BundleFigures> list = before != null && bundles == shuffle.bundles() ? changed(before.bundles(), now) : all(now);
    ShuffleFigures made = figures(shuffle, false, shuffle.gammaSeconds(), list);
    ShuffleFigures current = before != null && before.equals(made) ? before : made;
    figures = current;
    bundles = shuffle.bundles();
    revision = shuffle.revision();
    rates = now;
    return current;
  }

  private ImmutableList<BundleFigures> all(Map<SitePair, Map<Path, Long>> now) {
    return shuffle.bundles().entrySet().stream()
        .map(bundle -> figures(bundle.getKey(), bundle.getValue(), now.getOrDefault(bundle.getKey(), Map.of())))
        .collect(ImmutableList.toImmutableList());
  }

  /** Returns the figures of bundles that have not changed, except perhaps in their rates. */
  private ImmutableList<BundleFigures> changed(ImmutableList<BundleFigures> before, Map<SitePair, Map<Path, Long>> now) {
    if (rates == now) {
      return before;
    }
    Iterator<BundleFigures> each = before.iterator();
    return bundles.entrySet().stream().map(bundle -> {
      BundleFigures old = each.next();
      Map<Path, Long> fresh = now.getOrDefault(bundle.getKey(), Map.of());
      boolean same = fresh == rates.get(bundle.getKey()) || old.rates().equals(fresh);
      return same ? old : figures(bundle.getKey(), bundle.getValue(), fresh);
    }).collect(ImmutableList.toImmutableList());
  }

  /** Returns the figures of a shuffle that is over. */
  static ShuffleFigures last(RunningShuffle shuffle) {
    return figures(shuffle, true, shuffle.largestGammaSeconds(), shuffle.bundles().entrySet().stream()
        .map(bundle -> figures(bundle.getKey(), bundle.getValue(), Map.of())).collect(ImmutableList.toImmutableList()));
  }

  private static ShuffleFigures figures(RunningShuffle shuffle, boolean ended, double gammaSeconds, ImmutableList<BundleFigures> bundles) {
    ShuffleVolumes volumes = shuffle.volumes();
    long notAskedFor = shuffle.bundles().values().stream().mapToLong(bundle -> bundle.expected() - bundle.known()).sum();
    return new ShuffleFigures(shuffle.id(), shuffle.descriptor(), shuffle.placed(), shuffle.submitted(), shuffle.terms(),
        shuffle.termsFrom(), shuffle.refusal(), ended, shuffle.failure(), shuffle.arrivalSeconds(),
        shuffle.startSeconds(), shuffle.finishSeconds(), ended ? ImmutableMap.of() : shuffle.expectedFinish(),
        gammaSeconds, volumes.producedBytes(), volumes.unplacedBytes() + notAskedFor,
        volumes.sameSiteBytes(), shuffle.restoreSeconds(), bundles, shuffle.growth(), volumes.readers());
  }

  private static BundleFigures figures(SitePair pair, BundleState bundle, Map<Path, Long> rates) {
    return new BundleFigures(pair.from(), pair.to(), bundle.known(), bundle.moved(), bundle.acknowledged(), bundle.withdrawn(),
        onLinks(bundle), bundle.requestedOutstanding(), bundle.bypassed(), ImmutableMap.copyOf(rates));
  }

  private static BundleFigures.OnLinks onLinks(BundleState bundle) {
    ProgressBook.Sender sender = bundle.done().sender();
    return new BundleFigures.OnLinks(sender.wireShare(), sender.savedBytes(), sender.compressMicros() / 1e6, bundle.sent());
  }
}
