package dev.terra.agent.compress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.SiteId;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that a bundle starts with the share and the ratio that the last bundle of its job to the same site came to. */
class FirstSharesTest {
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final double RATE = 10e6;
  private static final int CHUNK = 64 << 10;

  private final FirstShares shares = new FirstShares(null);
  private long nowNanos;

  private CompressionChoice begin(String job, SiteId to) {
    return shares.begin(job, to, nowNanos);
  }

  /**
   * Sends chunks where compression is the bottleneck: compressed chunks reach a quarter of the rate, while the uncompressed ones of a trial
   * use it up.
   */
  private void findThatItIsSlow(CompressionChoice choice) {
    for (int sent = 0; sent < 200; sent++) {
      int step = choice.step();
      boolean compressed = choice.chooseNext(nowNanos);
      if (compressed) {
        choice.begun();
        choice.ended(CHUNK, CHUNK / 2, nowNanos);
      }
      nowNanos += Math.round((compressed ? 4 : 1) * CHUNK / RATE * 1e9);
      choice.sent(new SentChunk(CHUNK, compressed ? CHUNK / 2 : CHUNK), step, RATE, nowNanos);
    }
  }

  @Test
  void withoutAnythingBeforeAllChunksAreCompressed() {
    assertThat(begin("job", B).share()).isEqualTo(1);
    assertThat(begin("job", B).share()).as("of the one before nothing was measured").isEqualTo(1);
  }

  @Test
  void aBundleGoesOnFromTheLastOneOfItsJobToTheSameSite() {
    CompressionChoice first = begin("job", B);
    findThatItIsSlow(first);
    assertThat(first.share()).isLessThan(.6);

    assertThat(begin("job", C).share()).as("another site").isEqualTo(1);
    assertThat(begin("other", B).share()).as("another job").isEqualTo(1);
    CompressionChoice next = begin("job", B);
    assertThat(next.share()).isEqualTo(Math.max(.08, first.share()));
    assertThat(next.ratio()).isEqualTo(first.ratio());
    assertThat(begin("job", B).share()).as("one that begins before anything of that went").isEqualTo(next.share());
  }

  @Test
  void aFixedShareIsThatOfAllBundlesWhateverIsMeasured() {
    CompressionChoice fixed = new FirstShares(.75).begin("job", B, nowNanos);
    findThatItIsSlow(fixed);
    assertThat(fixed.share()).isEqualTo(.75);
    long compressed = Stream.generate(() -> fixed.chooseNext(nowNanos)).limit(100).filter(next -> next).count();
    assertThat(compressed).isEqualTo(75);
  }

  @Test
  void whatHasBecomeOldIsForgotten() {
    findThatItIsSlow(begin("job", B));
    nowNanos += TimeUnit.MINUTES.toNanos(11);
    assertThat(begin("job", B).share()).isEqualTo(1);
  }

  @Test
  void ofManyJobsTheOldestAreForgotten() {
    findThatItIsSlow(begin("job", B));
    for (int other = 0; other < 1_000; other++) {
      begin("job " + other, B);
    }
    assertThat(begin("job", B).share()).isEqualTo(1);
  }

  @Test
  void aShareThatBeganSmallFindsItsWayBack() {
    findThatItIsSlow(begin("job", B));
    CompressionChoice next = begin("job", B);
    for (int sent = 0; sent < 400; sent++) { // the link is the bottleneck
      int step = next.step();
      boolean compressed = next.chooseNext(nowNanos);
      if (compressed) {
        next.begun();
        next.ended(CHUNK, CHUNK / 2, nowNanos);
      }
      int wire = compressed ? CHUNK / 2 : CHUNK;
      nowNanos += Math.round(wire / RATE * 1e9);
      next.sent(new SentChunk(CHUNK, wire), step, RATE, nowNanos);
    }
    assertThat(next.share()).isEqualTo(1);
  }
}
