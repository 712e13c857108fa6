package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PathRate;
import dev.terra.sim.trace.SiteBytes;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CoflowTest {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");

  private static Coflow coflow(int awaited, double... deadline) {
    return new Coflow("job", "stage", awaited, deadline.length == 0 ? null : deadline[0]);
  }

  private static List<PathRate> rate(double bytesPerSecond) {
    return List.of(new PathRate(Path.of("A", "B"), bytesPerSecond, 0));
  }

  @Test
  void shufflesIntoOneStageAddUpByPairOfSites() {
    Coflow coflow = coflow(2);
    coflow.release(List.of(new SiteBytes(A, B, 100, 2), new SiteBytes(A, A, 1e9, 1)));
    assertThat(coflow.isReleased()).isFalse();
    assertThat(coflow.isDone()).as("the other shuffle may bring more").isFalse();

    coflow.release(List.of(new SiteBytes(A, B, 50, 1), new SiteBytes(C, B, 7, 1)));

    assertThat(coflow.isReleased()).isTrue();
    assertThat(coflow.totalBytes()).as("bytes inside a site take no time").isEqualTo(157);
    assertThat(coflow.demand().bundles()).containsExactly(new BundleDemand(A, B, 150, 3), new BundleDemand(C, B, 7, 1));
  }

  @Test
  void itsJobIsWaitedForAsAWhole() {
    Coflow coflow = coflow(1);
    coflow.release(List.of(new SiteBytes(A, B, 100, 1)));

    assertThat(coflow.id()).hasToString("job/stage");
    assertThat(coflow.demand().id()).isEqualTo(coflow.id());
    assertThat(coflow.demand().group()).hasValue("job");
  }

  @Test
  void whatStaysInItsSiteIsDoneAtOnce() {
    Coflow coflow = coflow(1);
    coflow.release(List.of(new SiteBytes(A, A, 1e9, 1), new SiteBytes(A, B, 0, 1)));

    assertThat(coflow.isDone()).isTrue();
    assertThat(coflow.bundles()).isEmpty();
  }

  @Test
  void itIsDoneWhenTheLastByteHasArrivedNotWhenItWasSent() {
    Coflow coflow = coflow(1);
    coflow.release(List.of(new SiteBytes(A, B, 100, 1)));
    CoflowBundle bundle = coflow.bundle(A, B);
    bundle.follow(rate(10));
    coflow.noteArriving(1);

    assertThat(bundle.send(9)).isFalse();
    assertThat(bundle.send(1)).isTrue();
    assertThat(coflow.isSent()).isTrue();
    assertThat(coflow.isDone()).isFalse();
    assertThat(bundle.rate).as("rates end with the last byte").isZero();
    assertThat(bundle.send(1)).as("there is only one last byte").isFalse();

    coflow.noteArriving(-1);
    assertThat(coflow.isDone()).isTrue();
  }

  @Test
  void theSchedulerSeesWhatIsLeftAndByWhen() {
    Coflow coflow = coflow(1, 30);
    coflow.start(SimTime.ZERO.plus(12));
    coflow.release(List.of(new SiteBytes(A, B, 100, 1), new SiteBytes(C, B, 7, 1)));
    coflow.bundle(A, B).follow(rate(10));
    coflow.bundle(A, B).send(4);
    coflow.bundle(C, B).follow(rate(7));
    coflow.bundle(C, B).send(1);

    assertThat(coflow.demand().bundles()).containsExactly(new BundleDemand(A, B, 60, 1));
    assertThat(coflow.demand().arrivalSeconds()).isEqualTo(12);
    assertThat(coflow.demand().terms().deadlineSeconds()).hasValue(42);
    assertThat(coflow.totalBytes()).isEqualTo(107);
  }

  @Test
  void aDeadlineIsKeptUnlessThePolicySaysOtherwise() {
    Coflow coflow = coflow(1, 30);
    assertThat(coflow.isAdmitted()).isTrue();
    coflow.noteAdmission(false);
    assertThat(coflow.isAdmitted()).isFalse();
    assertThat(coflow.deadlineSeconds()).hasValue(30);
  }

  @Property(tries = 200)
  void howeverTimeIsCutTheSameIsSent(@ForAll @Size(min = 1, max = 20) List<@DoubleRange(min = 0.01, max = 5) Double> steps,
      @ForAll @DoubleRange(min = 1, max = 1e9) double bytesPerSecond) {
    double bytes = 1e9;
    Coflow coflow = coflow(1);
    coflow.release(List.of(new SiteBytes(A, B, bytes, 1)));
    CoflowBundle bundle = coflow.bundle(A, B);
    bundle.follow(rate(bytesPerSecond));
    boolean ended = false;
    double sent = 0;
    for (double step : steps) {
      sent = Math.min(bytes, sent + (ended ? 0 : step * bytesPerSecond));
      ended |= bundle.send(step);
      assertThat(bundle.remaining).isCloseTo(bytes - sent, within(bytesPerSecond * 1e-8 + 2));
      assertThat(bundle.isOpen()).isEqualTo(!ended);
    }
  }
}
