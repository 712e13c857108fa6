package dev.terra.agent.site;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The observed shuffles that the stock path has served to other sites, until they are reported. On the agent's thread. */
public final class ServedByStock {
  /** More than run at once. */
  private static final int MOST = 1_000;

  private final Set<String> unreported = new LinkedHashSet<>();

  /** A handler says so. */
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
