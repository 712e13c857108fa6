package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.PolicyName;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of rounds with coflows that have very many bundles. */
class GatheredEndsTest {
  private static List<String> star(int leaves) {
    List<String> links = new ArrayList<>();
    for (int leaf = 0; leaf < leaves; leaf++) {
      links.add("hub-s" + leaf + " " + (5 + leaf % 7));
    }
    return links;
  }

  /** Returns the given number of bundles between different leaves, all of different sizes. */
  private static String[] bundles(int leaves, int count) {
    Random random = new Random(4);
    String[] bundles = new String[count];
    for (int i = 0; i < count; i++) {
      int from = i / (leaves - 1);
      int to = i % (leaves - 1);
      bundles[i] = "s" + from + ">s" + (to < from ? to : to + 1) + " " + Math.exp(random.nextGaussian());
    }
    return bundles;
  }

  private static SimulationResult run(PolicyName policy, int leaves, int count) {
    return Fixtures.run(Fixtures.wan("star", star(leaves).toArray(String[]::new)),
        new Trace("large", List.of(Fixtures.job("j", 0, bundles(leaves, count))), List.of()), policy, SimulationOptions.plain());
  }

  private static Coflow coflow(double... bytes) {
    Coflow coflow = new Coflow("x", "s", 1, null);
    List<SiteBytes> matrix = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      matrix.add(new SiteBytes(new SiteId("A" + i), new SiteId("B"), bytes[i], 1));
    }
    coflow.release(matrix);
    coflow.bundles().forEach(bundle -> bundle.follow(List.of(new PathRate(Path.of(bundle.from.name(), "B"), 1e6, 0))));
    return coflow;
  }

  private static double send(Coflow coflow, double seconds) {
    double[] ended = {0};
    coflow.send(seconds, bytes -> { }, (bundle, paths) -> ended[0]++);
    return ended[0];
  }

  @Test
  void roundsDoNotGrowWithBundles() {
    int some = run(PolicyName.DEFAULT, 40, 1_100).cost().roundNanos().size();
    int twice = run(PolicyName.DEFAULT, 48, 2_200).cost().roundNanos().size();

    assertThat(some).as("one for each of 1,100 ends would be as many").isLessThan(200);
    assertThat(twice).isLessThan(some * 3 / 2);
  }

  /** With up to 1,000 bundles, each end of a bundle causes a round. One more bundle changes the time by no more than the unused share. */
  @Test
  void timesDifferByNoMoreThanTheUnusedShare() {
    for (PolicyName policy : List.of(PolicyName.DEFAULT, PolicyName.TERRA_PLUS)) {
      SimulationResult exact = run(policy, 40, 1_000);
      SimulationResult gathered = run(policy, 40, 1_001);

      assertThat(exact.cost().roundNanos().size()).isGreaterThan(gathered.cost().roundNanos().size());
      assertThat(Fixtures.averageJob(gathered)).isCloseTo(Fixtures.averageJob(exact),
          within(Fixtures.averageJob(exact) * (GatheredEnds.UNUSED_SHARE + 0.01)));
    }
  }

  @Test
  void endsWaitUntilWhatTheyLeaveUnusedIsTheShareOfWhatWasSent() {
    Coflow coflow = coflow(1e6, 30e6, 30e6, 30e6);
    assertThat(coflow.secondsToNextEnd(false)).isCloseTo(1, within(1e-9));

    double seconds = coflow.secondsToNextEnd(true);

    assertThat(1e6 * (seconds - 1)).as("unused").isCloseTo(GatheredEnds.UNUSED_SHARE * (1e6 + 3e6 * seconds), within(1.0));
    assertThat(send(coflow, seconds)).isEqualTo(1);
  }

  @Test
  void whatWasUnusedOnceIsNotFreeAgain() {
    Coflow coflow = coflow(1e6, 10e6, 30e6, 30e6);
    send(coflow, coflow.secondsToNextEnd(true));
    double left = coflow.secondsToNextEnd(false);

    double seconds = coflow.secondsToNextEnd(true);

    double sentSince = 3e6 * left + 2e6 * (seconds - left);
    assertThat(1e6 * (seconds - left)).as("unused since then").isCloseTo(GatheredEnds.UNUSED_SHARE * sentSince, within(1.0));
  }

  @Test
  void theLastEndIsNoticedWhenItHappens() {
    Coflow coflow = coflow(20e6, 20.1e6);
    assertThat(coflow.secondsToNextEnd(true)).isCloseTo(20.1, within(1e-9));
    assertThat(send(coflow, 20.1)).isEqualTo(2);
    assertThat(coflow.isDone()).isTrue();
  }

  @Test
  void whereNothingFlowsNothingEnds() {
    Coflow coflow = coflow(1e6, 1e6);
    coflow.bundles().forEach(CoflowBundle::stop);
    assertThat(coflow.secondsToNextEnd(true)).isInfinite();
    assertThat(coflow.secondsToNextEnd(false)).isInfinite();
  }
}
