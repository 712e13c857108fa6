package dev.terra.rest.place;

import dev.terra.rest.api.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Advice about where a shuffle's reducers run. */
@Doc("The sites at which the reducers of a shuffle are best run. Reducers that have begun stay where they are.")
public record PlacementRow(
    @Doc("The shuffle's id.") String shuffle,
    @Doc(value = "The YARN application that the shuffle belongs to.", nullable = true) @Nullable String application,
    @Doc("The bytes that its maps have written so far, whichever site reads them.") long outputBytes,
    @Doc("How many reducers it has.") int reducers,
    @Doc("How many reducers have begun.") int begun,
    @Doc("How many reducers are best run at each site.") List<SiteReducersRow> advised,
    @Doc(value = "The shuffle's least time with the advised placement, for the output so far; null if there is no path.", nullable = true)
        @Nullable Double seconds,
    @Doc("The placement of a scheduler that ignores the WAN: reducers that have begun stay, and the others go where there is room.")
        List<SiteReducersRow> otherwise,
    @Doc(value = "The shuffle's least time with that placement; null if there is no path.", nullable = true)
        @Nullable Double otherwiseSeconds,
    @Doc("The links that limit the time of the advised placement; empty in lists.") List<String> limitedBy,
    @Doc("The advice in words.") String sentence) {

  /** The reducers of a site. */
  @Doc("How many reducers and how much map output a site has.")
  public record SiteReducersRow(
      @Doc("The site.") String site,
      @Doc("How many reducers it has.") int reducers,
      @Doc("The bytes that maps have written there so far.") long outputBytes) {}
}
