package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.support.TestOutputs;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerLease;
import dev.terra.api.v1.MapOutput;
import dev.terra.config.ConfigException;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the pure rules behind the gateway. */
class SiteRulesTest {
  private static final SiteId B = new SiteId("B");

  @Test
  void expectedBytesScaleWithMapsToCome() {
    assertThat(BypassPolicy.expectedBytes(3_000_000, 4, 8)).isEqualTo(6_000_000);
    assertThat(BypassPolicy.expectedBytes(3_000_000, 4, 0)).isEqualTo(3_000_000);
    assertThat(BypassPolicy.expectedBytes(3_000_000, 0, 8)).isZero();
  }

  @Test
  void theLimitIsSecondsOfTheStockRateAndNeverMoreThanSixteenMebibytes() {
    assertThat(BypassPolicy.worthTerra(5e6, 1, 5e6)).isTrue();
    assertThat(BypassPolicy.worthTerra(5e6 - 1, 1, 5e6)).isFalse();
    assertThat(BypassPolicy.worthTerra(16 << 20, 1, 1e12)).isTrue();
    assertThat(BypassPolicy.worthTerra(1e6, 1, 0)).isFalse();
    assertThat(BypassPolicy.worthTerra(0, 0, 5e6)).isFalse();
  }

  private static MapOutput output(OutputId map, long... lengths) {
    MapOutput.Builder output = MapOutput.newBuilder().setName("name").setOutput(map.toMessage());
    for (long length : lengths) {
      output.addPartLengths(length).addRawLengths(length + 1);
    }
    return output.build();
  }

  @Test
  void onlyTheFirstAttemptOfAMapCountsButAnyCanBeServed() {
    SiteShuffle shuffle = new SiteShuffle(new ShuffleId("job_1_1"));
    assertThat(shuffle.add(output(new OutputId(0, 0, 0, 0), 10, 20), "h1")).isPresent();
    assertThat(shuffle.add(output(new OutputId(0, 0, 0, 0), 10, 20), "h1")).isEmpty();
    assertThat(shuffle.add(output(new OutputId(0, 1, 0, 0), 11, 21), "h2")).isEmpty();
    assertThat(shuffle.add(output(new OutputId(1, 0, 0, 0), 1, 2), "h1")).isPresent();
    assertThat(shuffle.bytesByReducer()).containsExactly(11, 22);
    assertThat(shuffle.finishedMaps()).isEqualTo(2);
    assertThat(shuffle.find(SegmentCopy.first(new ShuffleId("job_1_1"), new OutputId(0, 1, 0, 0), 1, "h2")).partLength()).isEqualTo(21);
    assertThat(shuffle.find(SegmentCopy.first(new ShuffleId("job_1_1"), new OutputId(0, 1, 0, 0), 1, "h1")).problem()).isNotEmpty();
    assertThat(shuffle.find(SegmentCopy.first(new ShuffleId("job_1_1"), new OutputId(0, 0, 0, 0), 9, "h1")).problem()).isNotEmpty();
  }

  @Test
  void bytesToASiteAreThoseOfTheReducersPlacedThere() {
    SiteShuffle shuffle = new SiteShuffle(new ShuffleId("job_1_1"));
    shuffle.add(output(new OutputId(0, 0, 0, 0), 10, 20, 40), "h1");
    assertThat(shuffle.place(0, B)).isEmpty();
    shuffle.place(2, B);
    shuffle.place(7, B);
    assertThat(shuffle.knownBytesTo(B)).isEqualTo(50);
    assertThat(shuffle.place(2, new SiteId("C"))).contains(B);
    assertThat(shuffle.knownBytesTo(B)).isEqualTo(10);
  }

  @Test
  void aSiteThatReadsABroadcastGetsAllOfItAndMoreForFurtherReaders() {
    SiteShuffle shuffle = new SiteShuffle(new ShuffleId("an edge"));
    shuffle.describe(new ShuffleDescriptor(shuffle.id(), Optional.empty(), ReaderOrder.IN_ORDER, true, new Owner("", "u")));
    shuffle.add(output(OutputId.of(0), 10, 20), "h1");
    assertThat(shuffle.knownBytesTo(B)).isZero();
    shuffle.readingSites().add(B);
    assertThat(shuffle.partitionsAt(B)).containsExactly(0, 1);
    assertThat(shuffle.partitionsAt(new SiteId("C"))).isEmpty();
    assertThat(shuffle.knownBytesTo(B)).isEqualTo(30);
    shuffle.addFurther(B, 10);
    shuffle.addFurther(B, 20);
    assertThat(shuffle.furtherBytes()).isEqualTo(Map.of(B, 30L));
    assertThat(shuffle.knownBytesTo(B)).isEqualTo(60);
    assertThat(shuffle.bytesByReducer()).containsExactly(10, 20);
    SegmentCopy further = new SegmentCopy(new SegmentId(shuffle.id(), OutputId.of(0), 1, "h1"), 4);
    assertThat(shuffle.find(further).partLength()).isEqualTo(20);
  }

  @Test
  void ofTwoOutputsOfABroadcastEachReaderSaysWhichOneItReads() {
    SiteShuffle shuffle = new SiteShuffle(new ShuffleId("an edge"));
    shuffle.add(output(new OutputId(0, 0, 0, 0), 10), "h1");
    shuffle.add(output(new OutputId(0, 0, 1, 0), 10), "h1");
    assertThat(shuffle.isAmbiguous()).isTrue();
    shuffle.describe(new ShuffleDescriptor(shuffle.id(), Optional.empty(), ReaderOrder.IN_ORDER, true, new Owner("", "u")));
    assertThat(shuffle.isAmbiguous()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"attempt_1_2_m_000003_0, attempt_1_2_m_000003_1, 10", "attempt_1_2_m_000003_0, attempt_1_2_m_000004_0, 20",
      "attempt_1_2_1_00_000003_0_10003, attempt_1_2_1_00_000003_1_10017, 10",
      "attempt_1_2_1_00_000003_0_10003, attempt_1_2_1_00_000004_0_10003, 20",
      "attempt_1_2_1_00_000003_0_10003_0, attempt_1_2_1_00_000003_0_10003_1, 20",
      "attempt_1_2_1_00_000003_0_10003, attempt_1_2_1_00_000003_0_10004, 20"})
  void onlyTheFirstAttemptOfATaskCounts(String first, String second, long bytes) {
    SiteShuffle shuffle = new SiteShuffle(new ShuffleId("job_1_2"));
    shuffle.add(output(OutputId.of(TestOutputs.of(first)), 10), "h1");
    shuffle.add(output(OutputId.of(TestOutputs.of(second)), 10), "h1");
    assertThat(shuffle.bytesByReducer()).containsExactly(bytes);
    assertThat(shuffle.firstOutputs()).hasSize((int) bytes / 10);
  }

  @Test
  void leasesAgeByTheLocalClock() {
    Directory directory = new Directory();
    long now = TimeUnit.SECONDS.toNanos(100);
    directory.update(AgentId.of("B", "gw"), HandlerDirectory.newBuilder().addHandlers(
        HandlerLease.newBuilder().setIp("10.0.0.1").setShufflePort(13562).setShuffleName("node").setAgeMillis(500)).build(), now);
    long end = now + Handlers.LEASE_NANOS;
    assertThat(directory.fresh(B, "10.0.0.1", end - TimeUnit.MILLISECONDS.toNanos(600)))
        .contains(new Directory.Lease(13562, "node"));
    assertThat(directory.fresh(B, "10.0.0.1", end - TimeUnit.MILLISECONDS.toNanos(400))).isEmpty();
    assertThat(directory.fresh(B, "10.0.0.2", now)).isEmpty();
    assertThat(directory.fresh(new SiteId("C"), "10.0.0.1", now)).isEmpty();
    directory.update(AgentId.of("B", "gw"), HandlerDirectory.getDefaultInstance(), now);
    assertThat(directory.fresh(B, "10.0.0.1", now)).isEmpty();
  }

  private static Wan wan(String... subnets) {
    return new Wan("test", List.of(new Site(B, "B", Optional.empty(), 1, List.of(subnets)), Site.of("C")), List.of());
  }

  @Test
  void theLongestPrefixNamesTheSite() {
    Subnets subnets = new Subnets(wan("10.77.1.0/25"));
    assertThat(subnets.siteOf("10.77.1.127")).contains(B);
    assertThat(subnets.siteOf("10.77.1.128")).isEmpty();
    assertThatThrownBy(() -> new Subnets(wan("fd00::/8"))).hasMessageContaining("IPv4 only");
    assertThat(subnets.siteOf("host.example")).isEmpty();
    assertThat(new Subnets(wan("0.0.0.0/0")).siteOf("8.8.8.8")).contains(B);
    assertThat(new Subnets(wan("10.0.0.7")).siteOf("10.0.0.7")).contains(B);
  }

  @Test
  void subnetsThatAreNoneAreNamed() {
    assertThatThrownBy(() -> new Subnets(wan("10.0.0.0/33")))
        .isInstanceOf(ConfigException.class).hasMessageContaining("10.0.0.0/33");
    assertThatThrownBy(() -> new Subnets(wan("ten/8"))).isInstanceOf(ConfigException.class).hasMessageContaining("ten/8");
    assertThatThrownBy(() -> new Subnets(wan("10.0.0.0/x"))).isInstanceOf(ConfigException.class);
  }
}
