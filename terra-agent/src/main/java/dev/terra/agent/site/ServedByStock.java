package dev.terra.agent.site;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The observed shuffles that the stock path has served to other sites and that have not been reported to the controller yet. An instance
 * is used on the agent's thread only.
 */
public final class ServedByStock {
  /** The most shuffles that are kept: more than run at the same time. */
  private static final int MOST = 1_000;

  private final Set<String> unreported = new LinkedHashSet<>();

  /** Adds shuffles that a handler reports as served. */
  void add(Collection<String> shuffles) {
    shuffles.stream().limit(MOST - unreported.size()).forEach(unreported::add);
  }

  /** Takes the shuffles that have not been reported yet. */
  public List<String> take() {
    List<String> taken = List.copyOf(unreported);
    unreported.clear();
    return taken;
  }
}
