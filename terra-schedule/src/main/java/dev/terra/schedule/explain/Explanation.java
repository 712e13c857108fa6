package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.WanResource;
import dev.terra.schedule.ShuffleTerms;
import java.util.Optional;

/**
 * Why a shuffle has the place, the paths and the rates that it has.
 *
 * @param atSeconds when the schedule was made
 * @param terms how important it is
 * @param place in the order of the round
 * @param limits its Gamma alone on the WAN, and the links and caps that set it
 * @param bundles which paths each of its bundles takes
 * @param contenders who else sends on what limits it, the most first
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
   * @param bytes that it has left
   * @param bytesPerSecond on all paths together; 0 if it waits
   * @param paths all that it may take, the preferred one first
   */
  public record BundlePaths(SiteId from, SiteId to, double bytes, double bytesPerSecond, ImmutableList<PathUse> paths) {}

  /**
   * One path of a bundle.
   *
   * @param plannedBytesPerSecond the part of the rate that the program planned; the rest is what others leave
   * @param full a link or cap of it of which nothing is left, or a link that is down
   */
  public record PathUse(Path path, double bytesPerSecond, double plannedBytesPerSecond, Optional<WanResource> full) {}

  /** Another shuffle on a link or cap that limits this one. */
  public record Contender(ShuffleId shuffle, WanResource link, double bytesPerSecond) {}

  /**
   * What would help.
   *
   * @param links and caps to be made wider, all of them together
   * @param percent by how much
   * @param gammaSeconds Gamma then
   * @param savedSeconds how much less that is
   */
  public record Remedy(ImmutableList<WanResource> links, double percent, double gammaSeconds, double savedSeconds) {}
}
