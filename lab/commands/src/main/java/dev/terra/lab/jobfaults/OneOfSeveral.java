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
import java.util.stream.IntStream;

/**
 * One of several agents of a site is killed in the middle of a run, and comes back some seconds later. The others carry what it had, until
 * it has its part again.
 */
public final class OneOfSeveral extends AgentsFault {
  /** The others have what it had by then, and the run goes on for as long again. */
  private static final double AWAY_SECONDS = 4;

  private final int agentsPerSite;
  private SiteId site;
  private int victim;
  /** Which slices it carried that had anything left, and for each what other agents had delivered of it. */
  private final Map<Integer, Map<String, Long>> lost = new TreeMap<>();
  private boolean away;
  private Double servesSeconds;
  private Double shareSeconds;

  public OneOfSeveral(DemoCluster cluster, TrafficMonitor traffic, RandomGenerator random) {
    super(cluster, traffic, random);
    this.agentsPerSite = cluster.control().agentsPerSite();
  }

  @Override
  public String strike() throws IOException, InterruptedException {
    site = busiestSite();
    List<Integer> busy = IntStream.range(0, agentsPerSite)
        .filter(number -> slices().anyMatch(slice -> isBusy(number, slice))).boxed().toList();
    victim = busy.isEmpty() ? anyAgent() : busy.get(random().nextInt(busy.size()));
    slices().filter(slice -> isBusy(victim, slice)).forEach(slice -> lost.put(slice, others(slice)));
    inject(ProcessFaults.killedAgent(site, victim));
    away = true;
    return site + ", agent " + (victim + 1) + " of " + agentsPerSite;
  }

  private IntStream slices() {
    return IntStream.range(0, agentsPerSite);
  }

  private boolean isBusy(int number, int slice) {
    return traffic().at(url(number, slice)).filter(agent -> agent.outstandingBytes() > 0).isPresent();
  }

  private String url(int number, int slice) {
    return cluster().control().statsUrl(site, number, slice);
  }

  /** By session of another agent of the site what it has delivered of a slice. */
  private Map<String, Long> others(int slice) {
    Map<String, Long> delivered = new TreeMap<>();
    IntStream.range(0, agentsPerSite).filter(number -> number != victim).mapToObj(number -> traffic().at(url(number, slice)))
        .flatMap(Optional::stream).forEach(agent -> delivered.put(agent.session(), bytes(agent)));
    return delivered;
  }

  private static long bytes(AgentSnapshot agent) {
    return agent.deliveredByPath().values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void goOn(double secondsSince) {
    if (away && secondsSince >= AWAY_SECONDS) {
      repair(ProcessFaults.killedAgent(site, victim));
      away = false;
    }
    if (away || shareSeconds != null) {
      return;
    }
    List<AgentSnapshot> back = slices().mapToObj(slice -> traffic().at(url(victim, slice))).flatMap(Optional::stream).toList();
    if (!back.isEmpty() && servesSeconds == null) {
      servesSeconds = secondsSince;
    }
    if (back.stream().anyMatch(agent -> bytes(agent) > 0)) {
      shareSeconds = secondsSince - servesSeconds;
    }
  }

  /** Whatever it carried arrives again, of all its slices. */
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
