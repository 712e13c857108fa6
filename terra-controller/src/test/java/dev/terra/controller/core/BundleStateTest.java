package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is left of a bundle, by how its bytes come to be sent. */
class BundleStateTest {
  private static final ProgressBook.Done DONE = new ProgressBook.Done(300, 100, 50);

  @Test
  void whatIsUnderWayNeedsNoRate() {
    assertThat(new BundleState(1_000, 0, new ProgressBook.Done(300, 100, 50, 400), false, false).unsent()).isEqualTo(200);
    assertThat(new BundleState(1_000, 0, new ProgressBook.Done(300, 100, 50, 700), false, false).unsent())
        .as("its sender has more than it said").isZero();
    assertThat(new BundleState(1_000, 0, new ProgressBook.Done(300, 100, 50, 50), false, true).unsent()).as("more will be asked for")
        .isEqualTo(50);
    assertThat(new BundleState(1_000, 0, new ProgressBook.Done(300, 100, 50, 400), false, false).remaining()).isEqualTo(600);
  }

  @Test
  void whatIsExpectedIsLeftUntilItHasArrivedOrGoneAnotherWay() {
    BundleState bundle = new BundleState(1_000, 0, DONE, false, false);
    assertThat(bundle.remaining()).isEqualTo(600);
    assertThat(bundle.carried()).isEqualTo(900);
    assertThat(bundle.known()).isEqualTo(1_000);
  }

  @Test
  void ofWhatIsTooSmallOnlyWhatReadersWaitForIsLeft() {
    BundleState bundle = new BundleState(1_000, 0, DONE, true, false);
    assertThat(bundle.remaining()).isEqualTo(50);
    assertThat(bundle.carried()).isEqualTo(300);
  }

  @Test
  void nobodyMayEverAskForWhatIsSentOnDemand() {
    BundleState bundle = new BundleState(1_000, 0, DONE, false, true);
    assertThat(bundle.remaining()).isEqualTo(50);
    assertThat(bundle.carried()).isEqualTo(350);
    assertThat(bundle.known()).isEqualTo(450);
    assertThat(new BundleState(400, 0, DONE, false, true).known()).isEqualTo(400);
  }

  @Test
  void whatReadersWaitForIsLeftWhateverTheSumsSay() {
    assertThat(new BundleState(300, 0, new ProgressBook.Done(300, 0, 70), false, false).remaining()).isEqualTo(70);
  }
}
