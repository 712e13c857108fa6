package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes sequences of faults from a seed. */
final class RandomFaults {
  private static final int MIN_FAULTS = 2;
  private static final int MAX_FAULTS = 4;
  private static final double SPREAD_SECONDS = 5;
  private static final double MIN_HOLD_SECONDS = 0.5;
  private static final double MAX_HOLD_SECONDS = 4;

  private RandomFaults() {}

  static List<PlannedFault> sequence(Wan wan, long seed) {
    Random random = new Random(seed);
    int count = MIN_FAULTS + random.nextInt(MAX_FAULTS - MIN_FAULTS + 1);
    List<PlannedFault> faults = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double at = i == 0 ? 0 : random.nextDouble() * SPREAD_SECONDS;
      double hold = MIN_HOLD_SECONDS + random.nextDouble() * (MAX_HOLD_SECONDS - MIN_HOLD_SECONDS);
      faults.add(new PlannedFault(fault(wan, random), at, hold));
    }
    return faults;
  }

  private static Fault fault(Wan wan, Random random) {
    List<Link> links = List.copyOf(wan.links());
    Link link = links.get(random.nextInt(links.size()));
    SiteId site = link.id().from();
    return switch (random.nextInt(9)) {
      case 0, 1 -> LinkFaults.cut(link);
      case 2 -> LinkFaults.halfOpen(link);
      case 3 -> LinkFaults.slow(link);
      case 4 -> LinkFaults.loss(link);
      case 5 -> LinkFaults.latency(link);
      case 6 -> LinkFaults.corruption(link);
      case 7 -> ProcessFaults.killedAgent(site);
      default -> ProcessFaults.killedController();
    };
  }
}
