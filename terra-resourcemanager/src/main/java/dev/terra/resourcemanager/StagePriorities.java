package dev.terra.resourcemanager;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of the priorities of an application's containers.
 *
 * @param reducers returns whether containers of a priority may be reducers
 * @param maps returns whether containers of a priority are maps
 */
record StagePriorities(IntPredicate reducers, IntPredicate maps) {
  private static final int MAPREDUCE_REDUCERS = 10;
  private static final int MAPREDUCE_MAPS = 20;
  /** The priority of maps that run again. */
  private static final int MAPREDUCE_FAILED_MAPS = 5;

  /** Returns what priorities mean in an application of one of YARN's types; null if that is unknown. */
  static @Nullable StagePriorities of(String type) {
    return switch (type) {
      case "MAPREDUCE" -> new StagePriorities(priority -> priority == MAPREDUCE_REDUCERS,
          priority -> priority == MAPREDUCE_MAPS || priority == MAPREDUCE_FAILED_MAPS);
      case "TEZ" -> new StagePriorities(priority -> true, priority -> false);
      default -> null;
    };
  }
}
