package dev.terra.rest.whatif;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a what-if request. */
@Doc("What would be, against what is; each is scheduled on until all is done, as if nothing else came.")
public record WhatIfRow(
    @Doc("When the round was whose shuffles these are.") Instant at,
    @Doc("What it took to find out.") double tookMillis,
    @Doc("Whether every bundle would have a path.") boolean feasible,
    @Doc("Each shuffle that has bytes left.") List<WhatIfShuffle> shuffles,
    @Doc("Links whose use would be another, or that would be new or gone.") List<WhatIfLink> links,
    @Doc(value = "Until the last shuffle is done; null if one waits for ever.", nullable = true) @Nullable Double totalSecondsBefore,
    @Doc(value = "Until the last shuffle would be done; null if one would wait for ever.", nullable = true)
        @Nullable Double totalSecondsAfter,
    @Doc(value = "The average over shuffles.", nullable = true) @Nullable Double averageSecondsBefore,
    @Doc(value = "The average over shuffles.", nullable = true) @Nullable Double averageSecondsAfter,
    @Doc(value = "Why so many paths for each pair would be refused: which switch has no room for their rules; null if they would not.",
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
  @Doc("A shuffle, as it is and as it would be.")
  public record WhatIfShuffle(
      @Doc("Its id.") String shuffle,
      @Doc("Its job.") String job,
      @Doc(value = "Its least time alone.", nullable = true) @Nullable Double gammaSecondsBefore,
      @Doc(value = "Its least time alone, as it would be.", nullable = true) @Nullable Double gammaSecondsAfter,
      @Doc(value = "Until it is done; null if that is not known.", nullable = true) @Nullable Double secondsBefore,
      @Doc(value = "Until it would be done; null if that is not known.", nullable = true) @Nullable Double secondsAfter,
      @Doc("Bundles that would have no path, and take the stock path.") int bundlesWithoutPathAfter) {}

  /** A link. */
  @Doc("A link's use, 0 to 1 of what may be planned on it; null where it is not there.")
  public record WhatIfLink(
      @Doc("Such as NY:LA.") String id,
      @Doc(value = "As it is.", nullable = true) @Nullable Double useBefore,
      @Doc(value = "As it would be.", nullable = true) @Nullable Double useAfter) {}
}
