package dev.terra.lab.routes;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.faults.FaultMatrix;
import dev.terra.lab.routes.NetworkView.TunnelView;
import dev.terra.lab.routes.RowResult.Findings;
import dev.terra.network.rules.SwitchTable;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.SiteNet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Checks the rows of {@code ./terra verify network} on a testbed of its own. */
public final class NetworkCheck implements AutoCloseable {
  /** The limit from the first rule to the last. */
  public static final double INSTALLED_SECONDS = 5;
  /** The limit from a rule's deletion until it is there again, and from ONOS's return until all rules are. */
  public static final double MENDED_SECONDS = 10;
  /** The limit from a cut until no rule changes any more. */
  public static final double CUT_SECONDS = 1;

  private static final Duration START_PATIENCE = Duration.ofSeconds(90);
  private static final Duration MENDED_PATIENCE = Duration.ofSeconds(40);
  /** The time for which rules are watched after a cut, longer than the limit. */
  private static final double CUT_LOOK_SECONDS = 2.5;
  private static final double ONOS_DOWN_SECONDS = 4;
  /**
   * The time after ONOS's return. ONOS removes unknown rules five seconds after its start; some seconds later no rule
   * may be missing.
   */
  private static final double ONOS_BACK_SECONDS = 8;
  private static final double TRANSFER_SECONDS = 9;
  private static final double SHORT_TRANSFER_SECONDS = 2;
  private static final long LOOK_MILLIS = 50;

  private final RoutesBed bed;
  private final LabNetwork network;
  private final Consumer<String> progress;
  private double installedSeconds;

  private NetworkCheck(RoutesBed bed, LabNetwork network, Consumer<String> progress) {
    this.bed = bed;
    this.network = network;
    this.progress = progress;
  }

  /** Brings a testbed up with Terra on it. */
  public static NetworkCheck up(Wan wan, LabNetwork network, int pathsPerPair, Consumer<String> progress)
      throws IOException, InterruptedException {
    NetworkCheck check = new NetworkCheck(RoutesBed.up(wan, network, pathsPerPair, progress), network, progress);
    try {
      check.start();
      return check;
    } catch (IOException | InterruptedException | RuntimeException e) {
      check.close();
      throw e;
    }
  }

  private void start() throws IOException, InterruptedException {
    if (network != LabNetwork.SDWAN) {
      bed.terra().start();
      return;
    }
    InstallationWatch watch = new InstallationWatch(rules()::count);
    try {
      bed.terra().start();
      expectAllByRules();
      installedSeconds = watch.seconds();
    } finally {
      watch.end();
    }
  }

  private SwitchRules rules() {
    return new SwitchRules(bed.switches(), bed.addresses());
  }

  private boolean isRouted() {
    return network != LabNetwork.OVERLAY;
  }

  /** Waits until the network keeps all tunnels on their paths. */
  private NetworkView expectAllByRules() throws IOException {
    Optional<NetworkView> view = bed.await(START_PATIENCE, isRouted() ? NetworkView::allByRules : NetworkView::allUp);
    if (view.isEmpty()) {
      throw new IOException("not all tunnels are routed: " + bed.status().problems());
    }
    return view.get();
  }

  /** Checks a row. An exception becomes a problem of the row. */
  public RowResult row(NetworkRow row) throws InterruptedException {
    Findings findings = new Findings(row.label());
    try {
      look(row, findings);
    } catch (IOException | RuntimeException e) {
      findings.expect(false, String.valueOf(e.getMessage()));
    }
    RowResult result = findings.result();
    progress.accept(row.label() + ": " + (result.holds() ? "holds " : "DOES NOT HOLD ") + result.problems() + " " + result.figures());
    return result;
  }

  private void look(NetworkRow row, Findings findings) throws IOException, InterruptedException {
    switch (row) {
      case PATHS -> paths(findings);
      case AGGREGATION -> aggregation(findings);
      case CUT -> cut(findings);
      case FAILOVER -> failover(findings);
      case ONOS_DOWN -> onosDown(findings);
      case RULE_DELETED -> ruleDeleted(findings);
      case OTHERS_RULES -> othersRules(findings);
      case BAD_CREDENTIALS -> misfortune(Misfortune.badCredentials(), findings);
      case UNKNOWN_DEVICE -> misfortune(Misfortune.unknownDevice(oneSite()), findings);
      case REFUSED_RULE -> misfortune(Misfortune.refusedRule(oneSite()), findings);
      case FULL_TABLE -> misfortune(Misfortune.fullTable(oneSite()), findings);
    }
  }

  private SiteNet oneSite() {
    return bed.addresses().sites().get(0);
  }

  private void paths(Findings findings) throws IOException {
    NetworkView view = bed.verified();
    List<String> strays = view.strays();
    findings.figure("tunnels", view.tunnels().size()).expect(!view.tunnels().isEmpty(), "there are no tunnels")
        .expect(strays.isEmpty(), "not on their path: " + strays)
        .expect(!isRouted() || view.allByRules(), "not kept on their paths by the network: " + view.problems());
    if (network == LabNetwork.SDWAN) {
      SwitchTrace trace = new SwitchTrace(bed.switches(), bed.addresses());
      List<String> elsewhere = view.tunnels().stream().filter(tunnel -> !trace.follows(tunnel)).map(TunnelView::id).toList();
      int most = rules().most();
      findings.figure("mostRules", most).figure("installedSeconds", installedSeconds)
          .expect(elsewhere.isEmpty(), "sent elsewhere by the switches' own account: " + elsewhere)
          .expect(SwitchTable.hasRoomFor(most), most + " rules in a switch; the limit is " + SwitchTable.MOST_RULES)
          .expect(installedSeconds <= INSTALLED_SECONDS, "installed in " + installedSeconds + " s");
    }
  }

  private void aggregation(Findings findings) throws IOException {
    int aggregated = rules().most();
    bed.switches().misinform(text -> text + "  aggregate: false\n");
    try {
      restartController();
      int plain = settledMost();
      findings.figure("mostRules", plain).figure("mostRulesAggregated", aggregated)
          .expect(SwitchTable.hasRoomFor(plain), plain + " rules in a switch; the limit is " + SwitchTable.MOST_RULES)
          .expect(aggregated < plain, "aggregation saves nothing");
      List<String> strays = bed.verified().strays();
      findings.expect(strays.isEmpty(), "not on their path: " + strays);
    } finally {
      bed.switches().misinform(text -> text);
      restartController();
      Waiting.until(MENDED_PATIENCE, LOOK_MILLIS, () -> rules().most() == aggregated);
    }
  }

  private void failover(Findings findings) throws IOException, InterruptedException {
    bed.switches().misinform(text -> text + "  failover: true\n");
    try {
      restartController();
      new FailoverCheck(bed, findings).look();
    } finally {
      bed.switches().misinform(text -> text);
      restartController();
    }
    findings.expect(Waiting.until(MENDED_PATIENCE, LOOK_MILLIS, () -> rules().mostGroups() == 0), "groups were left behind");
  }

  /**
   * Waits until the switches have few enough rules, and returns the most rules of a switch. Rules that are not needed
   * any more are removed some time after the others are there.
   */
  private int settledMost() {
    Waiting.until(MENDED_PATIENCE, LOOK_MILLIS, () -> SwitchTable.hasRoomFor(rules().most()));
    return rules().most();
  }

  private void restartController() throws IOException {
    bed.killController();
    bed.startController();
    bed.terra().awaitTunnels();
    expectAllByRules();
  }

  private void cut(Findings findings) throws IOException, InterruptedException {
    Link link = FaultMatrix.busiestSpareLink(bed.addresses().wan());
    NetworkView view = expectAllByRules();
    try (Submission transfer = bed.startTransfer(TRANSFER_SECONDS)) {
      bed.awaitTraffic();
      Map<SiteId, List<String>> before = surviving(bed.sockets().connections(), view, link);
      bed.testbed().links().cut(link.id().from(), link.id().to());
      try {
        if (network == LabNetwork.SDWAN) {
          double settled = settledSeconds();
          findings.figure("rulesSettledSeconds", settled).expect(settled <= CUT_SECONDS, "rules changed until " + settled + " s after");
        }
        expectKept(before, findings);
      } finally {
        bed.testbed().links().restore(link.id().from(), link.id().to());
      }
      bed.problemOf(transfer).ifPresent(problem -> findings.expect(false, problem));
    }
    expectAllByRules();
  }

  /** Returns the seconds from the call to the last change of rules. */
  private double settledSeconds() {
    long start = System.nanoTime();
    Map<String, Set<String>> last = rules().all();
    double settled = 0;
    while ((System.nanoTime() - start) / 1e9 < CUT_LOOK_SECONDS) {
      Map<String, Set<String>> now = rules().all();
      if (!now.equals(last)) {
        settled = (System.nanoTime() - start) / 1e9;
        last = now;
      }
      Waiting.until(Duration.ofMillis(LOOK_MILLIS), () -> false);
    }
    return settled;
  }

  private Map<SiteId, List<String>> surviving(Map<SiteId, List<String>> connections, NetworkView view, Link cut) {
    TunnelConnections tunnels = new TunnelConnections(bed.addresses(), view);
    connections.replaceAll((site, lines) -> lines.stream().filter(line -> !tunnels.crosses(line, cut.id())).toList());
    return connections;
  }

  /** Checks that none of these connections was lost. */
  private void expectKept(Map<SiteId, List<String>> before, Findings findings) {
    Map<SiteId, List<String>> after = bed.sockets().connections();
    List<String> lost = new ArrayList<>();
    before.forEach((site, lines) -> lines.stream().filter(line -> !after.get(site).contains(line)).forEach(lost::add));
    int looked = before.values().stream().mapToInt(List::size).sum();
    findings.figure("connectionsKept", looked - lost.size()).expect(looked > 0, "there were no connections to look at")
        .expect(lost.isEmpty(), "connections were lost that had nothing to do with it: " + lost);
  }

  private void onosDown(Findings findings) throws IOException, InterruptedException {
    Map<String, Set<String>> before = rules().all();
    try (Submission transfer = bed.startTransfer(TRANSFER_SECONDS)) {
      bed.awaitTraffic();
      Map<SiteId, List<String>> connections = bed.sockets().connections();
      bed.switches().killOnos();
      Waiting.until(Duration.ofMillis(Math.round(ONOS_DOWN_SECONDS * 1e3)), () -> false);
      findings.expect(bed.status().allUp(), "tunnels went down with ONOS");
      bed.switches().restartOnos();
      long back = System.nanoTime();
      Waiting.until(Duration.ofMillis(Math.round(ONOS_BACK_SECONDS * 1e3)), () -> false);
      expectSame(before, back, findings);
      expectKept(connections, findings);
      bed.problemOf(transfer).ifPresent(problem -> findings.expect(false, problem));
    }
    expectAllByRules();
  }

  private void expectSame(Map<String, Set<String>> before, long sinceNanos, Findings findings) {
    boolean same = Waiting.until(MENDED_PATIENCE, LOOK_MILLIS, () -> rules().all().equals(before));
    double seconds = (System.nanoTime() - sinceNanos) / 1e9;
    findings.figure("mendedSeconds", seconds).expect(same && seconds <= MENDED_SECONDS, "rules were mended after " + seconds + " s");
  }

  private void ruleDeleted(Findings findings) {
    for (SiteNet site : bed.addresses().sites()) {
      Map<String, Set<String>> before = rules().all();
      rules().deleteOne(site);
      findings.expect(!rules().all().equals(before), "no rule was taken out at " + site.site());
      expectSame(before, System.nanoTime(), findings);
    }
  }

  private void othersRules(Findings findings) throws IOException {
    SiteNet site = oneSite();
    Map<String, Set<String>> before = rules().all();
    List.of("priority=30000,ip,nw_dst=198.51.100.1,actions=drop", "priority=41000,ip,nw_dst=198.51.100.2,actions=drop")
        .forEach(rule -> bed.switches().openFlow(site.site(), "add-flow", rule));
    rules().deleteOne(site);
    Waiting.until(MENDED_PATIENCE, LOOK_MILLIS, () -> rules().all().get(site.site().name()).containsAll(before.get(site.site().name())));
    String there = bed.switches().openFlow(site.site(), "dump-flows");
    findings.expect(there.contains("198.51.100.1") && there.contains("198.51.100.2"), "rules of others were taken out");
    List.of("ip,nw_dst=198.51.100.1", "ip,nw_dst=198.51.100.2").forEach(match -> bed.switches().openFlow(site.site(), "del-flows", match));
    expectAllByRules();
  }

  /**
   * Starts the controller under a condition, and checks that it reports the problem, that tunnels are relayed instead,
   * and that bytes arrive.
   */
  private void misfortune(Misfortune misfortune, Findings findings) throws IOException, InterruptedException {
    bed.killController();
    bed.switches().killOnos();
    bed.switches().clearRules();
    misfortune.happens().accept(bed);
    try {
      bed.switches().restartOnos();
      bed.startController();
      expectRelayed(misfortune, findings);
      try (Submission transfer = bed.startTransfer(SHORT_TRANSFER_SECONDS)) {
        bed.problemOf(transfer).ifPresent(problem -> findings.expect(false, problem));
      }
    } finally {
      misfortune.ends().accept(bed);
      restartController();
    }
  }

  private void expectRelayed(Misfortune misfortune, Findings findings) throws IOException {
    bed.terra().awaitTunnels();
    Optional<NetworkView> view = bed.await(MENDED_PATIENCE, now -> now.allUp() && misfortune.isSaid(now.problems())
        && now.tunnels().stream().anyMatch(tunnel -> !tunnel.byRules()));
    NetworkView last = view.isPresent() ? view.get() : bed.status();
    findings.figure("relayed", last.tunnels().stream().filter(tunnel -> !tunnel.byRules()).count())
        .figure("says", last.problems().stream().filter(problem -> misfortune.isSaid(List.of(problem))).findFirst().orElse(""))
        .expect(view.isPresent(), "no tunnel is relayed for a reason that names " + misfortune.blamed() + "; it says "
            + last.problems().stream().limit(3).toList());
  }

  @Override
  public void close() {
    bed.close();
  }
}
