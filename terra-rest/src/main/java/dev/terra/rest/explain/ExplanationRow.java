package dev.terra.rest.explain;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The explanation of a shuffle. */
@Doc("Why a shuffle has its place in the order and its paths, what limits it, when it will be done, and what would make it faster.")
public record ExplanationRow(
    @Doc("The shuffle's id.") String shuffle,
    @Doc("When the schedule was made.") Instant at,
    @Doc(value = "Its least time alone on the WAN; null if a bundle has no path.", nullable = true) @Nullable Double gammaSeconds,
    @Doc("Its place in the order.") PlaceRow place,
    @Doc("The links and caps of sites that limit its least time; the one whose growth helps most comes first.") List<LimitRow> limits,
    @Doc("Its bundles with all their paths.") List<BundlePathsRow> bundles,
    @Doc("Other shuffles on the links and caps that limit it, the one with the highest rate first.") List<ContenderRow> contenders,
    @Doc("When it will be done if no bytes are added and no link changes.") FinishRow finish,
    @Doc("Changes that would reduce its least time, the best first.") List<RemedyRow> remedies) {

  /** A place in the order. */
  @Doc("A shuffle's place in the order in which shuffles are served, and why.")
  public record PlaceRow(
      @Doc("The shuffle's place; 1 is the first.") int position,
      @Doc("How many shuffles there are.") int of,
      @Doc(value = "The reason for the place.", oneOf = {"only-one", "deadline", "deadline-refused", "priority", "shortest", "search",
          "unconnected", "policy"}) String basis,
      @Doc("The reason for the place in words.") String sentence,
      @Doc(value = "The group of shuffles that it belongs to.", nullable = true) @Nullable String group,
      @Doc(value = "The least time of its group, which determines its place; null if a bundle of the group has no path.", nullable = true)
          @Nullable Double groupGammaSeconds,
      @Doc("Its weight.") double weight,
      @Doc("Its priority.") int priority,
      @Doc(value = "Its deadline.", nullable = true) @Nullable Instant deadlineAt,
      @Doc("The shuffles that are served before it, in their order; at most twenty.") List<String> ahead) {}

  /** A link or a cap that limits the shuffle. */
  @Doc("One direction of a link, or the cap of a site, that limits the shuffle's least time.")
  public record LimitRow(
      @Doc("The link or the cap, such as NY:LA, or: egress cap of site NY.") String link,
      @Doc("The part of its capacity that schedules may use.") double capacityBytesPerSecond,
      @Doc("Its part in the bound that proves the least time, 0 to 1. If the bound's dual prices are not unique, this is one of several "
          + "answers.") double share,
      @Doc("By how much the least time falls if this link or cap alone gets 1 % more.") double gainSeconds,
      @Doc("The links and caps that must get more together with this one to reduce the least time; empty if this one alone reduces it.")
          List<String> onlyWith) {}

  /** A bundle. */
  @Doc("A bundle and its paths.")
  public record BundlePathsRow(
      @Doc("The site that holds its bytes.") String from,
      @Doc("The site to which its bytes go.") String to,
      @Doc("Its bytes that are left to send, after compression.") double leftBytes,
      @Doc("The sum of its rates on all paths; 0 if it waits.") double bytesPerSecond,
      @Doc(value = "How long it takes at this rate; null if it waits.", nullable = true) @Nullable Double seconds,
      @Doc("All paths that it may use, the preferred one first.") List<PathUseRow> paths) {}

  /** A path of a bundle. */
  @Doc("A path of a bundle, and what it carries.")
  public record PathUseRow(
      @Doc("Its sites.") List<String> path,
      @Doc("The bundle's rate on the path.") double bytesPerSecond,
      @Doc("The planned part of this rate; the rest fills capacity that other shuffles leave.") double plannedBytesPerSecond,
      @Doc(value = "A link or cap of the path that has no capacity left, or a link of the path that is down.", nullable = true)
          @Nullable String full) {}

  /** Another shuffle. */
  @Doc("Another shuffle on a link, or within a cap, that limits the explained shuffle.")
  public record ContenderRow(
      @Doc("The other shuffle's id.") String shuffle,
      @Doc("The link or cap.") String link,
      @Doc("The other shuffle's rate there.") double bytesPerSecond) {}

  /** The expected end of a shuffle. */
  @Doc("When a shuffle will be done.")
  public record FinishRow(
      @Doc(value = "The time until then; null if it is not known.", nullable = true) @Nullable Double secondsLeft,
      @Doc("For how long the last schedule was simulated. A shuffle whose end is not known takes longer, or waits for ever.")
          double atLeastSeconds,
      @Doc(value = "When it will be done, as in /shuffles; null if it is not known.", nullable = true)
          @Nullable Instant expectedFinishAt) {}

  /** A change that would help. */
  @Doc("A change that would reduce the least time.")
  public record RemedyRow(
      @Doc("The links and caps that would have to get more capacity, all of them together.") List<String> links,
      @Doc("The increase of their capacities in percent.") double percent,
      @Doc("The shuffle's least time with this change.") double gammaSeconds,
      @Doc("By how much the change reduces the least time.") double savedSeconds) {}
}
