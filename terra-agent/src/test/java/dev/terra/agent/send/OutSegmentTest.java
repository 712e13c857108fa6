package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import org.junit.jupiter.api.Test;

/** Tests a segment of 1,000 bytes whose reader turns out to be at another site, or at another site as well. */
class OutSegmentTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("job_1");
  private final OutSegment segment = new OutSegment(new OutSegmentId(new BundleId(SHUFFLE, new SiteId("A"), new SiteId("B")), 7),
      SegmentCopy.first(SHUFFLE, OutputId.of(0), 1, "10.0.0.1"), new SegmentBook.Entry(SegmentBook.ServedAs.NOBODY, 1_000, 1_000));

  @Test
  void whatNobodyHasAskedForIsNotSent() {
    segment.push();
    segment.onlyAsked();
    assertThat(segment.demand()).isEqualTo(Demand.WITHDRAWN);
    assertThat(segment.take(Urgency.AHEAD, 1_000)).isEmpty();
  }

  @Test
  void whatAReaderHasAskedForGoesOn() {
    segment.push();
    segment.want(600);
    assertThat(segment.take(Urgency.REQUESTED, 100)).contains(new ByteRange(0, 100));
    segment.onlyAsked();
    assertThat(segment.requestedOutstanding()).isEqualTo(600);
    assertThat(segment.take(Urgency.REQUESTED, 1_000)).contains(new ByteRange(100, 600));
    assertThat(segment.take(Urgency.AHEAD, 1_000)).as("not beyond").isEmpty();
    segment.want(1_000);
    assertThat(segment.take(Urgency.REQUESTED, 1_000)).contains(new ByteRange(600, 1_000));
  }

  @Test
  void whatAReaderHasAskedForAsAWholeGoesOn() {
    segment.push();
    segment.want(1_000);
    segment.onlyAsked();
    assertThat(segment.take(Urgency.REQUESTED, 1_000)).contains(new ByteRange(0, 1_000));
  }

  @Test
  void whatIsLostLaterIsSentAgainAsFarAsItIsAskedFor() {
    segment.push();
    segment.want(600);
    segment.take(Urgency.REQUESTED, 600);
    segment.take(Urgency.AHEAD, 400);
    segment.onlyAsked();
    segment.giveBack(500, 800);
    assertThat(segment.take(Urgency.REQUESTED, 1_000)).contains(new ByteRange(500, 600));
    assertThat(segment.take(Urgency.AHEAD, 1_000)).isEmpty();
  }
}
