package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.send.Demand;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests under which index each reader of a broadcast is redirected, and when a redirect of its address has failed. */
class ReaderIndexesTest {
  private static final ShuffleId SHUFFLE = new ShuffleId("an edge");
  private static final String ORIGIN = "10.0.0.1";
  private static final String NODE = "10.0.1.1";
  private static final String OTHER_NODE = "10.0.1.2";
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");

  private final ReaderIndexes indexes = new ReaderIndexes();
  private final Map<SegmentCopy, Demand> demands = new HashMap<>();
  private long nanos;
  private long offers;

  private RemoteOffer offer(SiteId at, String ip, int... tasks) {
    FetchOffer.Builder offer = FetchOffer.newBuilder().setOffer(++offers).setShuffle(SHUFFLE.value()).setClientIp(ip);
    for (int task : tasks) {
      offer.addSegments(SegmentLength.newBuilder().setOutput(OutputId.of(task).toMessage()));
    }
    return new RemoteOffer(ORIGIN, at, offer.build());
  }

  private static SegmentCopy copy(int task, int index) {
    return new SegmentCopy(new SegmentId(SHUFFLE, OutputId.of(task), 0, ORIGIN), index);
  }

  private int take(RemoteOffer offer) {
    int index = indexes.free(offer).orElseThrow();
    indexes.take(offer, index, nanos);
    return index;
  }

  private int take(String ip, int... tasks) {
    return take(offer(B, ip, tasks));
  }

  private Optional<SegmentCopy> failed(String ip, int... tasks) {
    return indexes.failed(offer(B, ip, tasks), (copy, at) -> demands.getOrDefault(copy, Demand.NONE), nanos);
  }

  @Test
  void everyReaderAtASiteHasAnIndexOfItsOwn() {
    assertThat(take(NODE, 0)).isZero();
    assertThat(take(OTHER_NODE, 0)).isEqualTo(1);
    assertThat(take(NODE, 0)).isEqualTo(2);
    assertThat(take(offer(C, "10.0.2.1", 0))).isZero();
    assertThat(take(NODE, 1)).isZero();
  }

  @Test
  void anIndexIsFreeForAllSegmentsOfAnOffer() {
    take(NODE, 0);
    assertThat(take(NODE, 0, 1)).isEqualTo(1);
    assertThat(take(OTHER_NODE, 1)).isZero();
    assertThat(take(OTHER_NODE, 0, 1)).isEqualTo(2);
  }

  @Test
  void theIndexOfARedirectThatWasNotSentIsFreeAgain() {
    RemoteOffer first = offer(B, NODE, 0, 1);
    take(first);
    take(NODE, 0, 1);
    indexes.release(ORIGIN, first.message().getOffer());
    indexes.release(ORIGIN, first.message().getOffer());
    indexes.release("10.0.0.2", first.message().getOffer() + 1);
    indexes.release(ORIGIN, 7);
    assertThat(take(OTHER_NODE, 0, 1)).isZero();
    assertThat(take(OTHER_NODE, 0, 1)).isEqualTo(2);
  }

  @Test
  void ofAHandlerThatAttachesAgainNoRedirectIsTakenForAnother() {
    RemoteOffer before = offer(B, NODE, 0);
    take(before);
    indexes.attached(ORIGIN);
    indexes.release(ORIGIN, before.message().getOffer());
    assertThat(take(NODE, 0)).isEqualTo(1);
  }

  @Test
  void whatACacheServesHasWorkedUnlessItWasNotServedAfterAll() {
    take(NODE, 0);
    take(OTHER_NODE, 0);
    indexes.served(B, copy(0, 0), false);
    indexes.served(B, copy(0, 1), false);
    nanos += 2 * ReaderIndexes.DUE_NANOS;
    assertThat(failed(NODE, 0)).isEmpty();
    assertThat(failed(OTHER_NODE, 0)).isEmpty();
    indexes.served(B, copy(0, 1), true);
    assertThat(failed(NODE, 0)).isEmpty();
    assertThat(failed(OTHER_NODE, 0)).contains(copy(0, 1));
    indexes.served(C, copy(0, 0), true);
    indexes.served(B, copy(7, 0), true);
    assertThat(failed(NODE, 0)).isEmpty();
  }

  @Test
  void whoGaveUpComesForTheSecondTime() {
    take(NODE, 0);
    take(NODE, 0);
    demands.put(copy(0, 0), Demand.ASKED);
    assertThat(failed(NODE, 0)).isEmpty();
    demands.put(copy(0, 1), Demand.WITHDRAWN);
    assertThat(failed(NODE, 0)).contains(copy(0, 1));
    assertThat(failed(NODE, 1, 0)).contains(copy(0, 1));
    assertThat(failed(NODE, 1)).isEmpty();
    assertThat(failed(OTHER_NODE, 0)).isEmpty();
  }

  @Test
  void whoHasNotAskedInTheTimeThatTakesComesForTheSecondTime() {
    take(NODE, 0);
    nanos = ReaderIndexes.DUE_NANOS;
    assertThat(failed(NODE, 0)).isEmpty();
    nanos++;
    assertThat(failed(NODE, 0)).contains(copy(0, 0));
    demands.put(copy(0, 0), Demand.ASKED);
    assertThat(failed(NODE, 0)).isEmpty();
  }

  @Test
  void aRedirectThatWasDueWhenTheNextOneWasTakenHadWorked() {
    take(NODE, 0);
    nanos = ReaderIndexes.DUE_NANOS + 1;
    take(NODE, 0);
    demands.put(copy(0, 0), Demand.WITHDRAWN);
    assertThat(failed(NODE, 0)).isEmpty();
    demands.put(copy(0, 1), Demand.WITHDRAWN);
    assertThat(failed(NODE, 0)).contains(copy(0, 1));
  }

  @Test
  void aRedirectThatWasNotDueThenIsLookedAtAgain() {
    take(NODE, 0);
    take(NODE, 0);
    demands.put(copy(0, 0), Demand.WITHDRAWN);
    assertThat(failed(NODE, 0)).contains(copy(0, 0));
  }

  @Test
  void indexesAreBounded() {
    for (int index = 0; index < ReaderIndexes.MAX_INDEXES; index++) {
      assertThat(take(NODE, 0)).isEqualTo(index);
    }
    assertThat(indexes.free(offer(B, NODE, 0, 1))).isEmpty();
    assertThat(take(NODE, 1)).isZero();
  }

  @Test
  void theOldestSegmentsAreForgotten() {
    for (int task = 0; task <= ReaderIndexes.MAX_READINGS; task++) {
      take(NODE, task);
    }
    assertThat(take(NODE, ReaderIndexes.MAX_READINGS)).isEqualTo(1);
    assertThat(take(NODE, 0)).isZero();
  }

  @Test
  void anEndedShuffleIsForgotten() {
    take(NODE, 0);
    indexes.end(new ShuffleId("another"));
    assertThat(take(NODE, 0)).isEqualTo(1);
    indexes.end(SHUFFLE);
    assertThat(take(NODE, 0)).isZero();
  }

  @Test
  void aPartitionIsNoNegativeNumber() {
    FetchOffer offer = FetchOffer.newBuilder().setShuffle("an edge").setPartition(-1).build();
    assertThatThrownBy(() -> new RemoteOffer(ORIGIN, B, offer)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("-1");
  }
}
