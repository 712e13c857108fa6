package dev.terra.agent.view;

import dev.terra.agent.cache.CacheUse;
import dev.terra.agent.compress.CompressionUse;
import dev.terra.agent.send.Outbox;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.stats.Events;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an agent was at one moment. It never changes, so it may be read on any thread; the agent's own makes a new one five times a
 * second, and more often while they are read.
 *
 * @param atMillis when that was, since the epoch, by the wall clock
 * @param identity whose agent it is
 * @param deliveredBytes acknowledged bytes by the path on which they went, since the agent started
 * @param bundles the accounts of what is sent from here
 * @param readers how many fetches are served here
 * @param handlers what this site's handlers count, by address
 * @param events the newest of them, oldest first
 * @param eventCount how many there have been since the agent started
 * @param tls none if connections are plain
 * @param refused what was not taken from others
 * @param waits what readers waited for fetches
 * @param compression what it has done
 * @param cache what it holds and has done
 */
public record AgentView(long atMillis, Identity identity, Map<Path, Long> deliveredBytes, List<Outbox.Progress> bundles, int readers,
    Spool.Usage spool, List<TunnelState> tunnels, Map<String, ShuffleCounters> handlers, List<Events.Event> events, long eventCount,
    Optional<TlsState> tls, Refused refused, FetchWaits waits, CompressionUse compression, CacheUse cache) {
  /** Copies its arguments, so that their owners cannot change it. */
  public AgentView {
    deliveredBytes = Collections.unmodifiableMap(new LinkedHashMap<>(deliveredBytes));
    bundles = List.copyOf(bundles);
    tunnels = List.copyOf(tunnels);
    handlers = Collections.unmodifiableMap(new LinkedHashMap<>(handlers));
    events = List.copyOf(events);
  }

  /**
   * Which agent, and which start of it.
   *
   * @param session another one after each start: everything is counted from 0 again
   */
  public record Identity(String site, String agent, long session) {}

  /**
   * A planned tunnel.
   *
   * @param connections how many of its connections can be used
   * @param rttMicros its round trip; 0 if it is down
   * @param carriedBytes that have arrived over it since the agent started, of compressed chunks as they were on links
   */
  public record TunnelState(Path path, int connections, long rttMicros, long carriedBytes) {
    /** Whether it can be used. */
    public boolean up() {
      return connections > 0;
    }
  }

  /**
   * What was not taken from others since the agent started.
   *
   * @param connections since there were too many
   * @param frames of control, since they were a site's word at second hand while it speaks itself, or of what had not been requested
   * @param segments that had not been requested, since their site had announced too many
   */
  public record Refused(long connections, long frames, long segments) {}

  /** The identity that the agent shows, and how long its certificate is valid. */
  public record TlsState(String identity, Instant validUntil) {}

  /** Bytes that are known, placed, eligible and not yet delivered. */
  public long outstandingBytes() {
    return bundles.stream().mapToLong(Outbox.Progress::outstanding).sum();
  }

  /** The share of chunks that is chosen to be compressed now, 0 to 1, of the bundle with the most bytes outstanding; 0 if there is none. */
  public double compressionShare() {
    return bundles.stream().filter(bundle -> bundle.outstanding() > 0).max(Comparator.comparingLong(Outbox.Progress::outstanding))
        .map(bundle -> bundle.compressed().share()).orElse(0.0);
  }

  /** The outstanding bytes that a reader waits for. */
  public long requestedOutstandingBytes() {
    return bundles.stream().mapToLong(Outbox.Progress::requestedOutstanding).sum();
  }
}
