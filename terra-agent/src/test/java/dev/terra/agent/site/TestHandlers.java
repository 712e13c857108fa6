package dev.terra.agent.site;

import java.util.List;

/** Makes reports of a site's handlers. */
public final class TestHandlers {
  private TestHandlers() {}

  /** Returns a record of shuffles that the stock path has served. */
  public static ServedByStock served(String... shuffles) {
    ServedByStock served = new ServedByStock();
    served.add(List.of(shuffles));
    return served;
  }

  /** Returns the shuffles in the record that were not taken yet. They stay in it. */
  public static List<String> untold(ServedByStock served) {
    List<String> taken = served.take();
    served.add(taken);
    return taken;
  }
}
