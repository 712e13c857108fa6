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
 * The state of an agent at one moment. It never changes, so it may be read on any thread. The agent's own thread makes a new view five
 * times a second, and more often while views are read.
 *
 * @param atMillis the moment, in milliseconds since the epoch, by the wall clock
 * @param identity the identity of the agent
 * @param deliveredBytes acknowledged bytes by the path on which they were sent, since the agent started
 * @param bundles the progress of the bundles that are sent from here
 * @param readers the number of fetches that are served here
 * @param handlers the counters of this site's handlers, by address
 * @param events the newest events, oldest first
 * @param eventCount the number of events since the agent started
 * @param tls the state of TLS; empty if connections are plain
 * @param refused what was refused from others
 * @param waits how long readers waited for fetches
 * @param compression what compression has done
 * @param cache what the cache holds and has done
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
   * The agent, and the session that began when it started.
   *
   * @param session the session, another one after each start; everything is counted from 0 again
   */
  public record Identity(String site, String agent, long session) {}

  /**
   * A planned tunnel.
   *
   * @param connections the number of its connections that can be used
   * @param rttMicros its round trip in microseconds; 0 if it is down
   * @param carriedBytes the bytes that have arrived over it since the agent started; compressed chunks count with their size on links
   */
  public record TunnelState(Path path, int connections, long rttMicros, long carriedBytes) {
    /** Returns whether the tunnel can be used. */
    public boolean up() {
      return connections > 0;
    }
  }

  /**
   * What was refused from others since the agent started.
   *
   * @param connections the number of connections that were refused because there were too many
   * @param frames the number of control frames that were ignored: keys that had not been requested
   * @param segments the number of segments that were refused before they were requested, because their site had announced too many
   */
  public record Refused(long connections, long frames, long segments) {}

  /** The identity in the agent's certificate, and until when the certificate is valid. */
  public record TlsState(String identity, Instant validUntil) {}

  /** Returns the bytes that are known, placed, eligible and not yet delivered. */
  public long outstandingBytes() {
    return bundles.stream().mapToLong(Outbox.Progress::outstanding).sum();
  }

  /**
   * Returns the share of chunks that is chosen to be compressed at present, 0 to 1, of the bundle with the most bytes outstanding; 0 if
   * there is none.
   */
  public double compressionShare() {
    return bundles.stream().filter(bundle -> bundle.outstanding() > 0).max(Comparator.comparingLong(Outbox.Progress::outstanding))
        .map(bundle -> bundle.compressed().share()).orElse(0.0);
  }

  /** Returns the outstanding bytes that a reader waits for. */
  public long requestedOutstandingBytes() {
    return bundles.stream().mapToLong(Outbox.Progress::requestedOutstanding).sum();
  }
}
