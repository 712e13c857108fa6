package dev.terra.rest.explain;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The explanation of a shuffle. */
@Doc("Why a shuffle has its place in the order and its paths, what limits it, when it will be done, and what would help.")
public record ExplanationRow(
    @Doc("The shuffle's id.") String shuffle,
    @Doc("When the schedule was made.") Instant at,
    @Doc(value = "Its least time alone on the WAN; null if a bundle has no path.", nullable = true) @Nullable Double gammaSeconds,
    @Doc("Its place in the order.") PlaceRow place,
    @Doc("The links and caps of sites that set its least time, the one that gives most first.") List<LimitRow> limits,
    @Doc("Its bundles with all their paths.") List<BundlePathsRow> bundles,
    @Doc("Who else sends on what limits it, the most first.") List<ContenderRow> contenders,
    @Doc("When it will be done, if nothing else comes.") FinishRow finish,
    @Doc("What would make its least time smaller, the best first.") List<RemedyRow> remedies) {

  /** A place in the order. */
  @Doc("A shuffle's place in the order in which shuffles are served, and why.")
  public record PlaceRow(
      @Doc("1 for the first.") int position,
      @Doc("How many shuffles there are.") int of,
      @Doc(value = "What decided.", oneOf = {"only-one", "deadline", "deadline-refused", "priority", "shortest", "search", "unconnected",
          "policy"}) String basis,
      @Doc("The same in words.") String sentence,
      @Doc(value = "What it is waited for with.", nullable = true) @Nullable String group,
      @Doc(value = "The least times of its group together, by which its place goes; null if one has no path.", nullable = true)
          @Nullable Double groupGammaSeconds,
      @Doc("Its weight.") double weight,
      @Doc("Its priority.") int priority,
      @Doc(value = "By when it is to be done.", nullable = true) @Nullable Instant deadlineAt,
      @Doc("Who is served before it, the first first; twenty at most.") List<String> ahead) {}

  /** A link or a cap that limits the shuffle. */
  @Doc("One direction of a link, or the cap of a site, that sets the shuffle's least time.")
  public record LimitRow(
      @Doc("Such as NY:LA, or: egress cap of site NY.") String link,
      @Doc("What may be planned of it.") double capacityBytesPerSecond,
      @Doc("Its part in the bound that proves the least time, 0 to 1; where prices are not unique, one of several answers.") double share,
      @Doc("By how much the least time falls if it alone gets 1 % more.") double gainSeconds,
      @Doc("The links and caps that have to get more with it for that to help; none where it helps alone.") List<String> onlyWith) {}

  /** A bundle. */
  @Doc("A bundle and its paths.")
  public record BundlePathsRow(
      @Doc("The site where its bytes are.") String from,
      @Doc("The site where they go.") String to,
      @Doc("What is left of it, as bytes on links.") double leftBytes,
      @Doc("Its rate on all paths together; 0 if it waits.") double bytesPerSecond,
      @Doc(value = "What it takes at this rate; null if it waits.", nullable = true) @Nullable Double seconds,
      @Doc("All paths that it may take, the preferred one first.") List<PathUseRow> paths) {}

  /** A path of a bundle. */
  @Doc("A path of a bundle, and what it carries.")
  public record PathUseRow(
      @Doc("Its sites.") List<String> path,
      @Doc("The bundle's rate on it.") double bytesPerSecond,
      @Doc("The part of that which the program planned; the rest is what others leave.") double plannedBytesPerSecond,
      @Doc(value = "A link or a cap of it of which nothing is left, or a link that is down.", nullable = true) @Nullable String full) {}

  /** Another shuffle. */
  @Doc("Another shuffle on a link, or within a cap, that limits this one.")
  public record ContenderRow(
      @Doc("Its id.") String shuffle,
      @Doc("The link or cap.") String link,
      @Doc("Its rate there.") double bytesPerSecond) {}

  /** The expected end of a shuffle. */
  @Doc("When a shuffle will be done.")
  public record FinishRow(
      @Doc(value = "How long that is from now; null if it is not known.", nullable = true) @Nullable Double secondsLeft,
      @Doc("How far ahead the last schedule was played out. A shuffle of which the end is not known takes longer, or waits for ever.")
          double atLeastSeconds,
      @Doc(value = "When that is, as /shuffles has it; null if it is not known.", nullable = true) @Nullable Instant expectedFinishAt) {}

  /** A change that would help. */
  @Doc("What would help.")
  public record RemedyRow(
      @Doc("Links and caps to be made wider, all of them together.") List<String> links,
      @Doc("By how many percent.") double percent,
      @Doc("The shuffle's least time then.") double gammaSeconds,
      @Doc("How much less that is.") double savedSeconds) {}
}
