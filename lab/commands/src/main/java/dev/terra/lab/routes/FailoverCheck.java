package dev.terra.lab.routes;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.faults.FaultMatrix;
import dev.terra.lab.routes.RowResult.Findings;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A check that cuts a link that carries tunnels while the controller is stopped and ONOS has ended, so that no
 * controller reaches the switches. Their groups must move packets to detours by themselves, and open connections must
 * go on.
 */
final class FailoverCheck {
  /** The limit from the cut until switches have counted packets on detours, which they do about every half second. */
  static final double MOVED_SECONDS = 2;
  /**
   * The beginning of rules that stand for several tunnels, which a controller without groups installs. They are removed
   * some time after the other rules are there.
   */
  private static final String AGGREGATED = "priority=400";
  private static final Duration GROUPS_PATIENCE = Duration.ofSeconds(60);
  private static final Duration MOVED_PATIENCE = Duration.ofSeconds(5);
  private static final Duration MENDED_PATIENCE = Duration.ofSeconds(40);
  /** The time after which no bytes arrive any more that were under way at the cut. */
  private static final Duration UNDER_WAY = Duration.ofSeconds(1);
  private static final double TRANSFER_SECONDS = 9;
  private static final long LOOK_MILLIS = 50;

  private final RoutesBed bed;
  private final SwitchRules rules;
  private final Findings findings;

  FailoverCheck(RoutesBed bed, Findings findings) {
    this.bed = bed;
    this.rules = new SwitchRules(bed.switches(), bed.addresses());
    this.findings = findings;
  }

  /** Runs the check, with a controller that has just been configured to use groups. */
  void look() throws IOException, InterruptedException {
    NetworkView view = bed.await(GROUPS_PATIENCE, this::isProtected)
        .orElseThrow(() -> new IOException("not every switch has its groups"));
    findings.figure("mostRules", rules.most()).figure("mostGroups", rules.mostGroups());
    List<String> strays = bed.verified().strays();
    findings.expect(strays.isEmpty(), "not on their path: " + strays);
    Link link = FaultMatrix.busiestSpareLink(bed.addresses().wan());
    Map<String, Set<String>> before = rules.all();
    try (Submission transfer = bed.startTransfer(TRANSFER_SECONDS)) {
      bed.awaitTraffic();
      bed.switches().killOnos();
      ProcessRecord controller = bed.testbed().processes().controller().orElseThrow();
      controller.stall();
      try {
        cut(link, view);
      } finally {
        bed.testbed().links().restore(link.id().from(), link.id().to());
        controller.resume();
        bed.switches().restartOnos();
      }
      bed.problemOf(transfer).ifPresent(problem -> findings.expect(false, problem));
    }
    findings.expect(Waiting.until(MENDED_PATIENCE, LOOK_MILLIS, () -> rules.all().equals(before)), "rules are not as they were before");
  }

  private boolean isProtected(NetworkView view) {
    return view.allByRules() && view.problems().isEmpty() && view.switches().stream().allMatch(each -> each.groups() > 0)
        && rules.all().values().stream().allMatch(all -> all.stream().anyMatch(rule -> rule.contains("group:"))
            && all.stream().noneMatch(rule -> rule.startsWith(AGGREGATED)));
  }

  private void cut(Link link, NetworkView view) {
    Map<String, Long> first = bed.sockets().transferred();
    List<String> crossing = crossing(bed.sockets().connections(), view, link);
    Waiting.until(MOVED_PATIENCE, LOOK_MILLIS, () -> !growing(crossing, first, bed.sockets().transferred()).isEmpty());
    List<String> busy = growing(crossing, first, bed.sockets().transferred());
    long detoured = rules.detoured();
    long start = System.nanoTime();
    bed.testbed().links().cut(link.id().from(), link.id().to());
    boolean moved = Waiting.until(MOVED_PATIENCE, LOOK_MILLIS, () -> rules.detoured() > detoured);
    double seconds = (System.nanoTime() - start) / 1e9;
    findings.figure("movedSeconds", seconds)
        .expect(moved && seconds <= MOVED_SECONDS, "packets took detours " + seconds + " s after the cut");
    Waiting.until(UNDER_WAY, () -> false);
    expectProgress(crossing, busy);
  }

  /** Returns the connections that cross a link. */
  private List<String> crossing(Map<SiteId, List<String>> connections, NetworkView view, Link link) {
    TunnelConnections tunnels = new TunnelConnections(bed.addresses(), view);
    return connections.values().stream().flatMap(List::stream).filter(line -> tunnels.crosses(line, link.id())).toList();
  }

  private static List<String> growing(List<String> connections, Map<String, Long> before, Map<String, Long> now) {
    return connections.stream().filter(line -> now.getOrDefault(line, 0L) > before.getOrDefault(line, Long.MAX_VALUE)).toList();
  }

  /** Checks that all connections are still open, and that those that were busy carry more bytes. */
  private void expectProgress(List<String> crossing, List<String> busy) {
    Map<String, Long> atCut = bed.sockets().transferred();
    Waiting.until(MOVED_PATIENCE, LOOK_MILLIS, () -> growing(busy, atCut, bed.sockets().transferred()).size() == busy.size());
    Map<String, Long> now = bed.sockets().transferred();
    List<String> still = new ArrayList<>(busy);
    still.removeAll(growing(busy, atCut, now));
    List<String> lost = crossing.stream().filter(line -> !now.containsKey(line)).toList();
    findings.figure("connectionsMoved", busy.size() - still.size()).expect(!busy.isEmpty(), "no connection was busy on the link")
        .expect(still.isEmpty(), "connections stand still since the cut: " + still)
        .expect(lost.isEmpty(), "connections were lost: " + lost);
  }
}
