package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how each step of some chunks changes X, the share of chunks that are to be compressed. */
class ShareSearchTest {
  private static ShareSearch after(ShareSearch search, int steps, ShareSearch.Step step) {
    ShareSearch after = search;
    for (int number = 0; number < steps; number++) {
      after = after.after(step, number);
    }
    return after;
  }

  @Test
  void whereTheRateIsUsedUpTheShareRisesToOne() {
    assertThat(after(ShareSearch.start(.2), 1, new ShareSearch.Step(1.2, .98, .2)).settled()).isBetween(.27, .29);
    assertThat(after(ShareSearch.start(.2), 2, new ShareSearch.Step(1.2, .98, .2)).settled()).as("faster then").isBetween(.59, .61);
    assertThat(after(ShareSearch.start(.2), 3, new ShareSearch.Step(1.2, .98, .2)).settled()).isEqualTo(1);
  }

  /** An agent that had to wait for a core sends little in a step. The steps before count more. */
  @Test
  void oneSlowStepIsNoReasonForATrial() {
    ShareSearch used = after(ShareSearch.start(1), 10, new ShareSearch.Step(4, 1, 1));
    ShareSearch slow = used.after(new ShareSearch.Step(1.2, .3, 1), 100);
    assertThat(slow.trial()).isNull();
    assertThat(slow.settled()).isEqualTo(1);
  }

  @Test
  void aTrialIsComparedWithWhatStepsWereLikeOfLate() {
    ShareSearch trial = after(ShareSearch.start(1), 1, new ShareSearch.Step(.9, .8, 1));
    assertThat(trial.triesWithout()).isTrue();
    assertThat(trial.after(new ShareSearch.Step(.8, .8, 0), 1).settled()).as("slower").isEqualTo(1);
    assertThat(trial.after(new ShareSearch.Step(.82, .82, 0), 1).settled()).as("about as fast").isZero();
  }

  /** A trial of compressed chunks comes after the pause, and the next one after twice as long. */
  @Test
  void whereNoneIsCompressedHalfOfTheChunksIsTriedNowAndThen() {
    ShareSearch.Step raw = new ShareSearch.Step(.5, .5, 0);
    long second = TimeUnit.SECONDS.toNanos(1);
    ShareSearch left = ShareSearch.start(1).after(raw, 0).after(raw, 0);
    assertThat(left.settled()).isZero();
    left = left.after(raw, 7 * second);
    assertThat(left.settled()).isZero();
    ShareSearch tried = left.after(raw, 8 * second);
    assertThat(tried.triesWithout()).as("whose chunks go as they are").isFalse();
    assertThat(tried.settled()).isEqualTo(.5);
    ShareSearch last = tried.after(new ShareSearch.Step(.9, .5, .5), 8 * second);
    assertThat(last.settled()).as("the first step does not count").isEqualTo(.5);
    ShareSearch slower = last.after(new ShareSearch.Step(.5, .4, .5), 8 * second);
    assertThat(slower.settled()).isZero();
    assertThat(slower.after(raw, 23 * second).settled()).isZero();
    assertThat(slower.after(raw, 24 * second).settled()).isEqualTo(.5);
    ShareSearch faster = last.after(new ShareSearch.Step(.6, .4, .5), 8 * second);
    assertThat(faster.settled()).isEqualTo(.5);
    assertThat(last.after(new ShareSearch.Step(.6, .5, .2), 8 * second).settled()).as("few were compressed in time").isZero();
    assertThat(tried.after(new ShareSearch.Step(1.5, .98, .5), 8 * second).settled()).as("the link is used up").isGreaterThan(.5);
  }

  @Test
  void oneStepOfWhichFewChunksWereCompressedInTimeChangesLittle() {
    ShareSearch faster = after(ShareSearch.start(1), 10, new ShareSearch.Step(1.5, .5, 1));
    double before = faster.settled();
    assertThat(faster.after(new ShareSearch.Step(1.2, .6, 0), 100).settled()).isBetween(before - .2, before);
    assertThat(after(faster, 30, new ShareSearch.Step(1.2, .6, 0)).settled()).as("and many change much").isLessThan(.3);
  }

  /** A measurement under another plan means nothing if the link was the bottleneck. */
  @Test
  void whereTheLinkNeedNotBeTheBottleneckAnyMoreTheNextStepMayBeginATrial() {
    ShareSearch of = after(ShareSearch.start(1), 10, new ShareSearch.Step(2, 1, 1)).replanned(50);
    assertThat(of.settled()).isEqualTo(1);
    ShareSearch trial = of.after(new ShareSearch.Step(.3, .15, 1), 20);
    assertThat(trial.triesWithout()).isTrue();
    assertThat(trial.after(new ShareSearch.Step(.5, .5, 0), 21).settled()).as("faster than of late").isZero();
  }

  @Test
  void whereMoreWentThanTheNewPlanAllowsAllIsCompressed() {
    ShareSearch raw = ShareSearch.start(1).after(new ShareSearch.Step(.5, .5, 0), 0).after(new ShareSearch.Step(.5, .5, 0), 0);
    assertThat(raw.settled()).isZero();
    assertThat(raw.replanned(.02).settled()).isEqualTo(1);
    assertThat(raw.replanned(.7).settled()).as("what went may still go").isZero();
  }

  /** The pause stays, and speeds are compared with each other, whatever the planned rate is. */
  @Test
  void whereSomethingElseIsTheBottleneckANewPlanChangesNothing() {
    ShareSearch.Step raw = new ShareSearch.Step(.5, .5, 0);
    long trialNanos = TimeUnit.SECONDS.toNanos(8);
    ShareSearch left = ShareSearch.start(1).after(raw, 0).after(raw, 0).replanned(2);
    ShareSearch.Step same = new ShareSearch.Step(.25, .25, 0);
    assertThat(left.after(same, trialNanos - 1).settled()).isZero();
    ShareSearch tried = left.after(same, trialNanos);
    assertThat(tried.settled()).isEqualTo(.5);
    assertThat(tried.after(same, trialNanos).after(new ShareSearch.Step(.4, .3, .5), trialNanos).settled()).as("faster").isEqualTo(.5);
    assertThat(tried.replanned(2).settled()).as("the trial is over").isZero();
  }

  @Test
  void plainBytesThatGoFasterThanTheRateNeedNoTrial() {
    assertThat(after(ShareSearch.start(1), 1, new ShareSearch.Step(1.1, .4, 1)).trial()).isNull();
  }
}
