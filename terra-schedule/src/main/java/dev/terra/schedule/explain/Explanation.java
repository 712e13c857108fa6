package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.WanResource;
import dev.terra.schedule.ShuffleTerms;
import java.util.Optional;

/**
 * Why a shuffle has its place, its paths and its rates.
 *
 * @param atSeconds when the schedule was made
 * @param terms how important the shuffle is
 * @param place its place in the order of the round
 * @param limits its Gamma alone on the WAN, and the links and caps that determine it
 * @param bundles the paths that each of its bundles takes
 * @param contenders the other shuffles that send on the links and caps that limit it, the highest rate first
 * @param remedies what would make its Gamma smaller, the best first
 */
public record Explanation(
    ShuffleId id,
    double atSeconds,
    ShuffleTerms terms,
    Place place,
    GammaLimits limits,
    ImmutableList<BundlePaths> bundles,
    ImmutableList<Contender> contenders,
    ImmutableList<Remedy> remedies) {

  /**
   * The paths of a bundle.
   *
   * @param bytes the bytes that the bundle has left
   * @param bytesPerSecond its rate on all paths together; 0 if it waits
   * @param paths all paths that it may take, the preferred path first
   */
  public record BundlePaths(SiteId from, SiteId to, double bytes, double bytesPerSecond, ImmutableList<PathUse> paths) {}

  /**
   * One path of a bundle.
   *
   * @param plannedBytesPerSecond the part of the rate that the program planned; the rest is fill from what others leave
   * @param full a link or cap of the path that is full, or a link of it that is down; empty if there is none
   */
  public record PathUse(Path path, double bytesPerSecond, double plannedBytesPerSecond, Optional<WanResource> full) {}

  /** Another shuffle on a link or cap that limits this one. */
  public record Contender(ShuffleId shuffle, WanResource link, double bytesPerSecond) {}

  /**
   * A change of the network that would make Gamma smaller.
   *
   * @param links the links and caps to be made wider, all of them together
   * @param percent by how much each becomes wider
   * @param gammaSeconds Gamma after the change
   * @param savedSeconds the difference to Gamma without the change
   */
  public record Remedy(ImmutableList<WanResource> links, double percent, double gammaSeconds, double savedSeconds) {}
}
