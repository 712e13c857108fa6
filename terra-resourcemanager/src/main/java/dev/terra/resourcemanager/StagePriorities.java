package dev.terra.resourcemanager;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What containers of an application's priorities are for.
 *
 * @param reducers whether containers of a priority may be reducers
 * @param maps whether containers of a priority are maps
 */
record StagePriorities(IntPredicate reducers, IntPredicate maps) {
  private static final int MAPREDUCE_REDUCERS = 10;
  private static final int MAPREDUCE_MAPS = 20;
  /** Maps that run again. */
  private static final int MAPREDUCE_FAILED_MAPS = 5;

  /** What priorities mean in an application of a type, as YARN names it; null where that is not known. */
  static @Nullable StagePriorities of(String type) {
    return switch (type) {
      case "MAPREDUCE" -> new StagePriorities(priority -> priority == MAPREDUCE_REDUCERS,
          priority -> priority == MAPREDUCE_MAPS || priority == MAPREDUCE_FAILED_MAPS);
      case "TEZ" -> new StagePriorities(priority -> true, priority -> false);
      default -> null;
    };
  }
}
