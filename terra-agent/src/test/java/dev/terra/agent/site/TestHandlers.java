package dev.terra.agent.site;

import java.util.List;

/** What a site's handlers have brought about. */
public final class TestHandlers {
  private TestHandlers() {}

  /** Shuffles that the stock path has served. */
  public static ServedByStock served(String... shuffles) {
    ServedByStock served = new ServedByStock();
    served.add(List.of(shuffles));
    return served;
  }

  /** Those of them that have not been taken; they stay. */
  public static List<String> untold(ServedByStock served) {
    List<String> taken = served.take();
    served.add(taken);
    return taken;
  }
}
