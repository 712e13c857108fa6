package dev.terra.controller.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of what is left of a bundle, which depends on how its bytes come to be sent. */
class BundleStateTest {
  private static final ProgressBook.Done DONE = new ProgressBook.Done(300, 100, 50);

  @Test
  void whatIsUnderWayNeedsNoRate() {
    assertThat(new BundleState(1_000, new ProgressBook.Done(300, 100, 50, 400, 0), false, false).unsent()).isEqualTo(200);
    assertThat(new BundleState(1_000, new ProgressBook.Done(300, 100, 50, 700, 0), false, false).unsent())
        .as("its sender has more than it said").isZero();
    assertThat(new BundleState(1_000, new ProgressBook.Done(300, 100, 50, 50, 0), false, true).unsent()).as("more will be asked for")
        .isEqualTo(50);
    assertThat(new BundleState(1_000, new ProgressBook.Done(300, 100, 50, 400, 0), false, false).remaining()).isEqualTo(600);
  }

  @Test
  void whatShrinksOnItsWayNeedsLessOfItsLinks() {
    ProgressBook.Done third = new ProgressBook.Done(300, 100, 50, 0, new ProgressBook.Sender(600, 1 / 3.0, 0, 0));
    assertThat(new BundleState(1_000, third, false, false).unsent()).isEqualTo(600);
    assertThat(new BundleState(1_000, third, false, false).unsentOnLinks()).isEqualTo(200);
    ProgressBook.Done last = new ProgressBook.Done(999, 0, 1, 0, new ProgressBook.Sender(1, .001, 0, 0));
    assertThat(new BundleState(1_000, last, false, false).unsentOnLinks()).as("a byte is left").isEqualTo(1);
    assertThat(new BundleState(1_000, DONE, false, false).unsentOnLinks()).as("nothing is known of it").isEqualTo(600);
  }

  @Test
  void ofTwoSlicesTheShareOnLinksIsThatOfAllTheirBytes() {
    ProgressBook.Sender sum = new ProgressBook.Sender(100, 1, 0, 0).plus(new ProgressBook.Sender(300, .2, 50, 9));
    assertThat(sum.outstanding()).isEqualTo(400);
    assertThat(sum.wireShare()).isEqualTo(.4);
    assertThat(sum.savedBytes()).isEqualTo(50);
    assertThat(sum.compressMicros()).isEqualTo(9);
    assertThat(new ProgressBook.Sender(0, 1, 0, 0).plus(new ProgressBook.Sender(0, .5, 0, 0)).wireShare()).isEqualTo(1);
  }

  @Test
  void whatWasSavedIsKeptWhereAllHasArrived() {
    ProgressBook.Done all = new ProgressBook.Done(300, 100, 50, 20, new ProgressBook.Sender(600, .5, 40, 7)).allOf(1_000);
    assertThat(all).isEqualTo(new ProgressBook.Done(900, 100, 0, 0, new ProgressBook.Sender(0, .5, 40, 7)));
  }

  @Test
  void whatIsExpectedIsLeftUntilItHasArrivedOrGoneAnotherWay() {
    BundleState bundle = new BundleState(1_000, DONE, false, false);
    assertThat(bundle.remaining()).isEqualTo(600);
    assertThat(bundle.carried()).isEqualTo(900);
    assertThat(bundle.known()).isEqualTo(1_000);
  }

  @Test
  void ofWhatIsTooSmallOnlyWhatReadersWaitForIsLeft() {
    BundleState bundle = new BundleState(1_000, DONE, true, false);
    assertThat(bundle.remaining()).isEqualTo(50);
    assertThat(bundle.carried()).isEqualTo(300);
  }

  @Test
  void nobodyMayEverAskForWhatIsSentOnDemand() {
    BundleState bundle = new BundleState(1_000, DONE, false, true);
    assertThat(bundle.remaining()).isEqualTo(50);
    assertThat(bundle.carried()).isEqualTo(350);
    assertThat(bundle.known()).isEqualTo(450);
    assertThat(bundle.expected()).isEqualTo(1_000);
    assertThat(bundle.moved()).isZero();
    assertThat(new BundleState(400, DONE, false, true).moved()).as("another stage reads it there").isEqualTo(50);
  }

  @Test
  void whatReadersWaitForIsLeftWhateverTheSumsSay() {
    assertThat(new BundleState(300, new ProgressBook.Done(300, 0, 70), false, false).remaining()).isEqualTo(70);
  }

  @Test
  void theSenderKnowsBestWhatItIsGoingToSend() {
    BundleState moved = new BundleState(1_000, new ProgressBook.Done(900, 300, 0, 0, 250), false, false);
    assertThat(moved.remaining()).isEqualTo(250);
    assertThat(moved.expected()).as("what went there for reducers that have moved on, too").isEqualTo(1_450);
    assertThat(moved.moved()).isEqualTo(450);
    assertThat(moved.carried()).isEqualTo(1_150);
    assertThat(new BundleState(1_000, new ProgressBook.Done(300, 0, 0, 0, 250), false, false).remaining())
        .as("it has not heard of all reducers yet").isEqualTo(700);
    assertThat(new BundleState(1_000, new ProgressBook.Done(0, 0, 0, 0, 250), true, false).remaining()).as("too small").isZero();
  }
}
