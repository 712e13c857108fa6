package dev.terra.rest.api;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.List;

/**
 * All rows that match, of which a page is answered.
 *
 * @param version the version of the controller's view from which the rows are
 * @param at the time of that view
 */
public record Listing<T>(List<T> all, long version, Instant at) {
  /** The most items of a page. */
  public static final int MOST_ITEMS = 1_000;
  private static final int USUAL_ITEMS = 100;
  /** The largest offset. No list has more items. */
  private static final int MOST_OFFSET = 10_000_000;

  /** The parameters that choose a page. */
  static final ImmutableList<Parameter> PARAMETERS = ImmutableList.of(
      Parameter.whole("offset", "How many items to skip.", 0, MOST_OFFSET, 0),
      Parameter.whole("limit", "How many items to return at most.", 1, MOST_ITEMS, USUAL_ITEMS),
      Parameter.text("filter", "Conditions on members of the items, such as `use > 0.9 and state = up`."));

  /** A page as it is answered. */
  @Doc("A page of a list.")
  public record Page<T>(
      @Doc("The items of this page.") List<T> items,
      @Doc("How many items match in all.") long total,
      @Doc("How many items were skipped before this page.") long offset,
      @Doc("How many items were requested at most.") long limit,
      @Doc("The version of the controller's view from which the items are.") long version,
      @Doc("The time of that view.") Instant at) {}

  Page<T> page(Call call) {
    List<T> some = call.find("filter").map(text -> RowFilter.parse(text).apply(all)).orElse(all);
    int from = (int) Math.min(some.size(), call.whole("offset"));
    int to = (int) Math.min(some.size(), from + call.whole("limit"));
    return new Page<>(some.subList(from, to), some.size(), call.whole("offset"), call.whole("limit"), version, at);
  }

}
