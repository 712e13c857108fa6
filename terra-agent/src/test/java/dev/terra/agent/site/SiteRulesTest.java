package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.agent.config.ConfigException;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerLease;
import dev.terra.api.v1.MapOutput;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pure rules behind the gateway. */
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

  private static MapOutput output(String map, long... lengths) {
    MapOutput.Builder output = MapOutput.newBuilder().setMap(map);
    for (long length : lengths) {
      output.addPartLengths(length).addRawLengths(length + 1);
    }
    return output.build();
  }

  @Test
  void onlyTheFirstAttemptOfAMapCountsButAnyCanBeServed() {
    Job job = new Job("job_1_1");
    assertThat(job.add(output("attempt_1_1_m_000000_0", 10, 20), "h1")).isPresent();
    assertThat(job.add(output("attempt_1_1_m_000000_0", 10, 20), "h1")).isEmpty();
    assertThat(job.add(output("attempt_1_1_m_000000_1", 11, 21), "h2")).isEmpty();
    assertThat(job.add(output("attempt_1_1_m_000001_0", 1, 2), "h1")).isPresent();
    assertThat(job.bytesByReducer()).containsExactly(11, 22);
    assertThat(job.finishedMaps()).isEqualTo(2);
    assertThat(job.find(new SegmentKey("job_1_1", "attempt_1_1_m_000000_1", 1, "h2")).partLength()).isEqualTo(21);
    assertThat(job.find(new SegmentKey("job_1_1", "attempt_1_1_m_000000_1", 1, "h1")).problem()).isNotEmpty();
    assertThat(job.find(new SegmentKey("job_1_1", "attempt_1_1_m_000000_0", 9, "h1")).problem()).isNotEmpty();
  }

  @Test
  void bytesToASiteAreThoseOfTheReducersPlacedThere() {
    Job job = new Job("job_1_1");
    job.add(output("attempt_1_1_m_000000_0", 10, 20, 40), "h1");
    assertThat(job.place(0, B)).isEmpty();
    job.place(2, B);
    job.place(7, B);
    assertThat(job.knownBytesTo(B)).isEqualTo(50);
    assertThat(job.place(2, new SiteId("C"))).contains(B);
    assertThat(job.knownBytesTo(B)).isEqualTo(10);
  }

  @Test
  void theFurtherReadersOfABroadcastCountForTheFirstAtTheirSite() {
    Job job = new Job("job_1_1_dag_1_vertex_00_parts_1");
    job.describeBroadcast(3);
    job.add(output("m0", 10, 10, 10), "h1");
    job.place(1, B);
    assertThat(job.isFurther(1)).isFalse();
    assertThat(job.isFurther(4)).isTrue();
    assertThat(job.reducerOf(7)).isEqualTo(1);
    SegmentKey further = new SegmentKey(job.id(), "m0", 4, "h1");
    assertThat(job.find(further).partLength()).isEqualTo(10);
    job.offered(new SegmentKey(job.id(), "m0", 1, "h1"), 10, 11);
    job.offered(further, 10, 11);
    job.offered(further, 10, 11);
    assertThat(job.bytesByReducer()).containsExactly(10, 20, 10);
    assertThat(job.knownBytesTo(B)).isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource({"-1", "10001", "2147483647"})
  void aBroadcastHasAsManySitesAsAWanMayHave(int sites) {
    Job job = new Job("job_1_1_dag_1_vertex_00_parts_1");
    assertThatThrownBy(() -> job.describeBroadcast(sites)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toUnsignedString(sites));
  }

  @ParameterizedTest
  @CsvSource({"attempt_1_2_m_000003_0, attempt_1_2_m_000003_1, 10", "attempt_1_2_m_000003_0, attempt_1_2_m_000004_0, 20",
      "attempt_1_2_1_00_000003_0_10003, attempt_1_2_1_00_000003_1_10017, 10",
      "attempt_1_2_1_00_000003_0_10003, attempt_1_2_1_00_000004_0_10003, 20",
      "attempt_1_2_1_00_000003_0_10003_0, attempt_1_2_1_00_000003_0_10003_1, 20",
      "attempt_1_2_1_00_000003_0_10003, attempt_1_2_1_00_000003_0_10004, 20", "x, y, 20"})
  void onlyTheFirstAttemptOfATaskCounts(String first, String second, long bytes) {
    Job job = new Job("job_1_2");
    job.add(output(first, 10), "h1");
    job.add(output(second, 10), "h1");
    assertThat(job.bytesByReducer()).containsExactly(bytes);
    assertThat(job.firstOutputs()).hasSize((int) bytes / 10);
  }

  @Test
  void leasesAgeByTheLocalClock() {
    Directory directory = new Directory();
    long now = TimeUnit.SECONDS.toNanos(100);
    directory.update(AgentId.of("B", "gw"), HandlerDirectory.newBuilder().addHandlers(
        HandlerLease.newBuilder().setIp("10.0.0.1").setShufflePort(13562).setProtocolVersion(2).setAgeMillis(500)).build(), now);
    long end = now + Handlers.LEASE_NANOS;
    assertThat(directory.fresh(B, "10.0.0.1", end - TimeUnit.MILLISECONDS.toNanos(600))).contains(new Directory.Lease(13562, 2));
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
    Subnets subnets = new Subnets(wan("10.77.1.0/25", "fd00::/8"));
    assertThat(subnets.siteOf("10.77.1.127")).contains(B);
    assertThat(subnets.siteOf("10.77.1.128")).isEmpty();
    assertThat(subnets.siteOf("fd12::1")).contains(B);
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
