package dev.terra.lab.jobfaults;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.cluster.CarriedBytes;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.cluster.UnionGamma;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * A fault in which smaller shuffles run from all sites to all, one after the other for twelve minutes. The schedule
 * sends them first, and the running jobs get only the floor of those that wait.
 */
final class Preemption implements RunFault {
  /** The share of the run after which it begins: as soon as bytes are under way, since what is left must last. */
  private static final double SHARE = 0.02;
  private static final double SECONDS = 720;
  /** The optimum of each of the smaller shuffles. */
  private static final double GAMMA_SECONDS = 20;
  /** The number of shuffles at once. The next one is already waiting when one ends, so that there is no gap. */
  private static final int AT_ONCE = 2;
  private static final long PROBE_BYTES = 1_000_000;
  private static final int DEADLINE_SECONDS = 600;

  private final DemoCluster cluster;
  private final List<Submission> running = new ArrayList<>();
  private ShuffleTotals before = ShuffleTotals.NONE;
  private ShuffleTotals atEnd;
  private int done;
  private int submitted;

  Preemption(DemoCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public double strikesAfter() {
    return SHARE;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    before = cluster.shuffleCounters();
  }

  @Override
  public String strike() throws IOException, InterruptedException {
    keepBusy();
    return "all sites";
  }

  @Override
  public void goOn(double secondsSince) throws IOException, InterruptedException {
    for (Iterator<Submission> each = running.iterator(); each.hasNext(); ) {
      Submission submission = each.next();
      if (submission.isOver()) {
        if (!submission.result().path("complete").asBoolean()) {
          throw new IOException("a smaller shuffle failed: " + submission.result());
        }
        done++;
        each.remove();
      }
    }
    if (secondsSince < SECONDS) {
      keepBusy();
    } else if (atEnd == null && running.isEmpty()) {
      atEnd = cluster.shuffleCounters();
    }
  }

  private void keepBusy() throws IOException {
    while (running.size() < AT_ONCE) {
      String id = "smaller-" + ++submitted;
      running.add(cluster.control().submit(id, matrix(id)));
    }
  }

  private String matrix(String id) {
    Wan wan = cluster.wan();
    List<UnionGamma.PairBytes> pairs = DemoPlan.allPairs(wan, PROBE_BYTES);
    long bytes = Math.round(PROBE_BYTES * GAMMA_SECONDS / UnionGamma.seconds(wan, pairs));
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("id", id).put("timeoutSeconds", DEADLINE_SECONDS);
    ArrayNode transfers = root.putArray("transfers");
    pairs.forEach(pair -> transfers.addObject().put("from", pair.from().name()).put("to", pair.to().name()).put("bytes", bytes)
        .put("seed", 1));
    return root.toString();
  }

  @Override
  public boolean flowsAgain() {
    return atEnd != null;
  }

  @Override
  public void mend() {
    running.forEach(Submission::close);
    running.clear();
  }

  @Override
  public List<String> seen() throws IOException, InterruptedException {
    ShuffleTotals end = atEnd == null ? cluster.shuffleCounters() : atEnd;
    return List.of(String.format(Locale.ROOT, "%d smaller shuffles came first%s; meanwhile readers got %s by tunnels and %s directly",
        done, atEnd == null ? ", and the run ended before they did" : " for " + Math.round(SECONDS) + " s",
        CarriedBytes.megabytes(end.minus(before).relayedBytes()), CarriedBytes.megabytes(end.minus(before).stockBytes())));
  }
}
