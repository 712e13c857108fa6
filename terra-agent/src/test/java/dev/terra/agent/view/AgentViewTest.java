package dev.terra.agent.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import dev.terra.agent.cache.CacheUse;
import dev.terra.agent.compress.BundleCompression;
import dev.terra.agent.compress.CompressionUse;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the contents of views, as figures and as JSON, and that views do not change. */
class AgentViewTest {
  private static final Path DIRECT = Path.of("A", "B");
  private static final Path AROUND = Path.of("A", "C", "B");

  private final Map<Path, Long> delivered = new LinkedHashMap<>(Map.of(DIRECT, 70L));
  private final Events events = new Events(Clock.fixed(Instant.ofEpochMilli(5), ZoneOffset.UTC));

  private static BundleId bundle(String shuffle) {
    return new BundleId(new ShuffleId(shuffle), new SiteId("A"), new SiteId("B"));
  }

  private AgentView view() {
    return new AgentView(9, new AgentView.Identity("A", "A-gw", 255), delivered,
        List.of(new Outbox.Progress(bundle("job_1_1"), 70, 0, 30, 20, 0, new BundleCompression(.5, .75, 10, 0), ImmutableMap.of()),
            new Outbox.Progress(bundle("job_1_2"), 5, 0, 0, 0, 0, BundleCompression.NONE, ImmutableMap.of())),
        3, new Spool.Usage(1_000, 400, 2_000, 600, 50, true),
        List.of(new AgentView.TunnelState(DIRECT, 2, 1_500, 70), new AgentView.TunnelState(AROUND, 0, 0, 0)),
        Map.of("10.0.0.1", ShuffleCounters.newBuilder().setRelayedBytes(11).build(),
            "10.0.0.2", ShuffleCounters.newBuilder().setRelayedBytes(4).setFallbacks(1).build()),
        events.newest(), events.count(), Optional.of(new AgentView.TlsState("terra://site/A", Instant.EPOCH)),
        new AgentView.Refused(2, 5, 6), FetchWaits.NONE.plusFirstByte(0.02).plusLastByte(0.2),
        new CompressionUse(900, 300, 1_500_000_000),
        new CacheUse(4_000, ImmutableMap.of("etl", new CacheUse.QueueMemory(300, 4_000)),
            new CacheUse.Traffic(11, 1, 1_200, 100, 2), new CacheUse.Disk(8_192, 4_096, 700, new CacheUse.Segments(3, 1), false), 0));
  }

  @Test
  void aViewStaysAsItWasWhateverHappensLater() {
    events.add(AgentEventKind.TUNNEL_UP, DIRECT.toString(), "");
    AgentView view = view();
    delivered.put(AROUND, 10L);
    events.add(AgentEventKind.TUNNEL_DOWN, DIRECT.toString(), "cut");

    assertThat(view.deliveredBytes()).containsOnlyKeys(DIRECT);
    assertThat(view.events()).extracting(Events.Event::what).containsExactly("tunnel-up");
    assertThat(view().events()).extracting(Events.Event::what).containsExactly("tunnel-up", "tunnel-down");
  }

  @Test
  void metricsAreReadFromTheView() {
    events.add(AgentEventKind.STOCK, "job_1_1", "");
    delivered.put(AROUND, 10L);
    AgentView view = view();
    Map<AgentMetric, Double> wanted = Map.of(
        AgentMetric.DELIVERED_BYTES, 80.0, AgentMetric.OUTSTANDING_BYTES, 30.0, AgentMetric.REQUESTED_OUTSTANDING_BYTES, 20.0,
        AgentMetric.OPEN_BUNDLES, 1.0, AgentMetric.READERS, 3.0, AgentMetric.SPOOL_DISK_FAILED, 1.0, AgentMetric.PLANNED_TUNNELS, 2.0,
        AgentMetric.COMPRESSION_SECONDS, 1.5, AgentMetric.RELAYED_BYTES, 15.0, AgentMetric.EVENTS, 1.0);
    wanted.forEach((metric, value) -> assertThat(metric.read(view)).as(metric.id()).isEqualTo(value));
  }

  @Test
  void prometheusSeesWhatReadersWaitAndWhatTunnelsCarry() {
    assertThat(AgentMetricsText.of(view())).contains("# TYPE terra_fetch_first_byte_wait_seconds histogram\n",
        "terra_fetch_first_byte_wait_seconds_bucket{le=\"0.01\"} 0\n", "terra_fetch_first_byte_wait_seconds_bucket{le=\"0.025\"} 1\n",
        "terra_fetch_last_byte_wait_seconds_sum 0.2\n", "terra_fetch_last_byte_wait_seconds_count 1\n",
        "terra_tunnel_delivered_bytes_total{path=\"A:B\"} 70\n");
  }

  @Test
  void statisticsSayWhatTheViewSays() throws IOException {
    events.add(AgentEventKind.CORRUPT_CHUNK, DIRECT.toString(), "segment 1");
    JsonNode stats = new ObjectMapper().readTree(StatsJson.of(view()));

    assertThat(stats.get("atMillis").asLong()).isEqualTo(9);
    assertThat(stats.get("session").asText()).isEqualTo("ff");
    assertThat(stats.get("outstandingBytes").asLong()).isEqualTo(30);
    assertThat(stats.get("compressionShare").asDouble()).isEqualTo(.75);
    assertThat(stats.get("tunnels").get(0).get("up").asBoolean()).isTrue();
    assertThat(stats.get("tunnels").get(1).get("up").asBoolean()).isFalse();
    assertThat(stats.get("events").get(0).get("what").asText()).isEqualTo("corrupt-chunk");
    assertThat(stats.get("events").get(0).get("severity").asText()).isEqualTo("ERROR");
    assertThat(stats.get("metrics").size()).isEqualTo(AgentMetric.values().length);
    assertThat(stats.get("metrics").get("agent.tunnels-up").asLong()).isEqualTo(1);
  }
}
