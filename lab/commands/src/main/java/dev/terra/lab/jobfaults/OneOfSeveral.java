package dev.terra.lab.jobfaults;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.AgentSnapshot;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.faults.ProcessFaults;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A fault in which one of several agents of a site is killed in the middle of a run, and comes back some seconds later.
 * The others carry its slices until it has its part again.
 */
public final class OneOfSeveral extends AgentsFault {
  /** The time for which the agent is away. By then the others carry its slices, and the run lasts as long again. */
  private static final double AWAY_SECONDS = 4;

  private final LoadsTogether together = new LoadsTogether();
  private SiteId site;
  private int victim;
  /** The slices of the killed agent that had bytes left, and for each of them what other agents had delivered. */
  private final Map<Integer, Map<String, Long>> lost = new TreeMap<>();
  private boolean away;
  private Double servesSeconds;
  private Double shareSeconds;

  public OneOfSeveral(DemoCluster cluster, TrafficMonitor traffic, RandomGenerator random) {
    super(cluster, traffic, random);
  }

  @Override
  public String strike() throws IOException, InterruptedException {
    site = busiestSite();
    victim = anyBusyAgent(site);
    watchLoads(site);
    slices().filter(slice -> isBusy(site, victim, slice)).forEach(slice -> lost.put(slice, others(slice)));
    inject(ProcessFaults.killedAgent(site, victim));
    away = true;
    return name(site, victim);
  }

  /** Returns what each other agent of the site has delivered of a slice, by the agent's session. */
  private Map<String, Long> others(int slice) {
    Map<String, Long> delivered = new TreeMap<>();
    slices().filter(number -> number != victim).mapToObj(number -> said(site, number, slice)).flatMap(Optional::stream)
        .forEach(agent -> delivered.put(agent.session(), agent.deliveredBytes()));
    return delivered;
  }

  @Override
  public void goOn(double secondsSince) {
    if (away && secondsSince >= AWAY_SECONDS) {
      repair(ProcessFaults.killedAgent(site, victim));
      away = false;
    }
    lookAtLoads(secondsSince);
    if (!away) {
      lookForShare(secondsSince);
    }
    if (servesSeconds != null) {
      together.look(secondsSince - servesSeconds, loads().spread());
    }
  }

  private void lookForShare(double secondsSince) {
    List<AgentSnapshot> back = slices().mapToObj(slice -> said(site, victim, slice)).flatMap(Optional::stream).toList();
    if (!back.isEmpty() && servesSeconds == null) {
      servesSeconds = secondsSince;
    }
    if (shareSeconds == null && back.stream().anyMatch(agent -> agent.deliveredBytes() > 0)) {
      shareSeconds = secondsSince - servesSeconds;
    }
  }

  /** Returns whether bytes of all the slices that the agent carried arrive again. */
  @Override
  public boolean flowsAgain() {
    return lost.entrySet().stream().allMatch(slice -> others(slice.getKey()).entrySet().stream()
        .anyMatch(agent -> agent.getValue() > slice.getValue().getOrDefault(agent.getKey(), 0L)));
  }

  @Override
  public Optional<Double> shareSeconds() {
    return Optional.ofNullable(shareSeconds);
  }

  @Override
  public Optional<Double> loadsSeconds() {
    return together.seconds();
  }

  @Override
  public void mend() throws IOException {
    if (site != null) {
      repair(ProcessFaults.killedAgent(site, victim));
      cluster().control().awaitTunnels();
    }
  }

  @Override
  public List<String> seen() throws IOException, InterruptedException {
    return List.of(fetchedDirectly(), "it carried slices " + lost.keySet(),
        shareSeconds().map(seconds -> String.format(Locale.ROOT, "it had its share again %.1f s after it came back", seconds))
            .orElse("the run was over before it had its share again"));
  }
}
