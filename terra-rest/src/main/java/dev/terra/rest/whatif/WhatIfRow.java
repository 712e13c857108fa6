package dev.terra.rest.whatif;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a what-if request. */
@Doc("A comparison of the network with and without the changes. In both, schedules are simulated until all is done, without new shuffles.")
public record WhatIfRow(
    @Doc("The time of the round from which the shuffles are.") Instant at,
    @Doc("How long the computation took.") double tookMillis,
    @Doc("Whether every bundle would have a path with the changes.") boolean feasible,
    @Doc("Each shuffle that has bytes left.") List<WhatIfShuffle> shuffles,
    @Doc("Links whose use would change, and links that would be added or removed.") List<WhatIfLink> links,
    @Doc(value = "The time until the last shuffle is done; null if one waits for ever.", nullable = true)
        @Nullable Double totalSecondsBefore,
    @Doc(value = "The time until the last shuffle would be done; null if one would wait for ever.", nullable = true)
        @Nullable Double totalSecondsAfter,
    @Doc(value = "The average time until a shuffle is done.", nullable = true) @Nullable Double averageSecondsBefore,
    @Doc(value = "The average time until a shuffle would be done.", nullable = true) @Nullable Double averageSecondsAfter,
    @Doc(value = "Why this number of paths for each pair would be refused: a switch that has no room for their rules; null if it would not "
        + "be refused.",
        nullable = true) @Nullable String noRoom) {
  /** Returns the answer if there is nothing to send. */
  static WhatIfRow nothing(Instant at) {
    return new WhatIfRow(at, 0, true, List.of(), List.of(), null, null, null, null, null);
  }

  /** Returns this row with the computing time and the reason for a refusal. */
  WhatIfRow with(double millis, @Nullable String refusal) {
    return new WhatIfRow(at, millis, feasible, shuffles, links, totalSecondsBefore, totalSecondsAfter, averageSecondsBefore,
        averageSecondsAfter, refusal);
  }

  /** A shuffle. */
  @Doc("A shuffle without and with the changes.")
  public record WhatIfShuffle(
      @Doc("Its id.") String shuffle,
      @Doc("Its job.") String job,
      @Doc(value = "The shuffle's least time alone on the WAN.", nullable = true) @Nullable Double gammaSecondsBefore,
      @Doc(value = "The shuffle's least time alone on the WAN with the changes.", nullable = true) @Nullable Double gammaSecondsAfter,
      @Doc(value = "The time until it is done; null if that is not known.", nullable = true) @Nullable Double secondsBefore,
      @Doc(value = "The time until it would be done; null if that is not known.", nullable = true) @Nullable Double secondsAfter,
      @Doc("Bundles that would have no path for tunnels, and so would take the stock path.") int bundlesWithoutPathAfter) {}

  /** A link. */
  @Doc("The used part of a link's plannable capacity, 0 to 1; null if the link does not exist.")
  public record WhatIfLink(
      @Doc("The link's id, such as NY:LA.") String id,
      @Doc(value = "The use without the changes.", nullable = true) @Nullable Double useBefore,
      @Doc(value = "The use with the changes.", nullable = true) @Nullable Double useAfter) {}
}
