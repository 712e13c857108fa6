package dev.terra.lab.dashboard;

import dev.terra.lab.viewers.ViewersRun;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/** The dashboard of a real controller of a large WAN with made-up agents. */
record LargeController(Consumer<String> progress) {
  private static final int SITES = 500;
  private static final int LINKS = 1_250;
  private static final int SHUFFLES = 1_000;
  /** Tunnels for each pair of sites: as many as can be computed while a person waits. */
  private static final int PATHS = 2;
  private static final long SEED = 1;

  /** Runs the suite that the fixture's server passes too. */
  BrowserTests.Outcome look(BrowserTests tests) throws IOException, InterruptedException {
    try (ViewersRun run = new ViewersRun(ViewersRun.generated(SITES, LINKS), PATHS, SHUFFLES, SEED)) {
      run.awaitJoined(progress);
      run.goOn();
      return tests.run(BrowserTests.CONTROLLER, ProcessBuilder::new, Map.of("TERRA_DASHBOARD", run.url()));
    }
  }
}
