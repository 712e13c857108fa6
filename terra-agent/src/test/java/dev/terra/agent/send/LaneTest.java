package dev.terra.agent.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.wire.SegmentKey;
import dev.terra.core.wan.SiteId;
import org.junit.jupiter.api.Test;

class LaneTest {
  private static final int LENGTH = 10;

  private final OutBundle bundle = new OutBundle("job_1_1", new SiteId("B"), true, rate -> permits -> true);

  private OutSegment pushed(long id) {
    SegmentKey key = new SegmentKey("job_1_1", "m" + id, 1, "10.0.0.1");
    OutSegment segment = new OutSegment(id, key, bundle, "u", LENGTH, LENGTH);
    segment.push();
    bundle.queue(segment, false);
    return segment;
  }

  /** There may be 100,000 of them, and the next one is asked for again and again. */
  @Test
  void segmentsThatTheOtherLaneServesAreForgotten() {
    OutSegment first = pushed(1);
    OutSegment second = pushed(2);
    Lane ahead = bundle.lane(false);
    assertThat(ahead.next()).contains(first);
    first.want(LENGTH);
    assertThat(ahead.next()).contains(second);
    second.want(LENGTH);
    assertThat(ahead.next()).isEmpty();
    assertThat(ahead.hasWork()).isFalse();
  }
}
