package dev.terra.agent.site;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Of which shuffles that are only told of the stock path has served other sites, until the controller is told. On the agent's thread. */
public final class ServedByStock {
  /** More than run at once. */
  private static final int MOST = 1_000;

  private final Set<String> news = new LinkedHashSet<>();

  /** A handler says so. */
  void add(Collection<String> shuffles) {
    shuffles.stream().limit(MOST - news.size()).forEach(news::add);
  }

  /** Those that nobody has been told of yet. */
  public List<String> take() {
    List<String> taken = List.copyOf(news);
    news.clear();
    return taken;
  }
}
