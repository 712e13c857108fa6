package dev.terra.rest.place;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Advice about where a shuffle's reducers run. */
@Doc("Where the reducers of a shuffle are best run. Those that have begun stay where they are.")
public record PlacementRow(
    @Doc("The shuffle's id.") String shuffle,
    @Doc(value = "The application of YARN's that it belongs to.", nullable = true) @Nullable String application,
    @Doc("What its maps have made so far, wherever it goes.") long outputBytes,
    @Doc("How many reducers it has.") int reducers,
    @Doc("How many of them have begun.") int begun,
    @Doc("How many are best run at each site.") List<SiteReducersRow> advised,
    @Doc(value = "The shuffle's least time then, for the output so far; null if there is no path.", nullable = true)
        @Nullable Double seconds,
    @Doc("Where a scheduler places them that does not look at the WAN: those that have begun, and the others where there is room.")
        List<SiteReducersRow> otherwise,
    @Doc(value = "The shuffle's least time then; null if there is no path.", nullable = true) @Nullable Double otherwiseSeconds,
    @Doc("The links that set the time of the advice; in lists they are left out.") List<String> limitedBy,
    @Doc("The advice in words.") String sentence) {

  /** The reducers of a site. */
  @Doc("How many reducers a site has, and how much of the output.")
  public record SiteReducersRow(
      @Doc("The site.") String site,
      @Doc("Its reducers.") int reducers,
      @Doc("What maps have made there so far.") long outputBytes) {}
}
