package dev.terra.node.latency;

import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.ClassReport;
import dev.terra.core.latency.AdmissionRule;
import dev.terra.core.latency.ClassAdmission;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.wan.SitePair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The share of the responses of each class with a promise that is admitted between two sites, according to {@link ClassAdmission}, and the
 * fate of these responses since this node started. It also counts the bytes of small responses of each class above bulk. Thread-safe.
 */
public final class AdmissionBook {
  /** The most entries: sites that a node sends to, times classes that can have a promise. Responses beyond it are sent as bulk. */
  private static final int MOST_ENTRIES = 2_048;

  private final Map<Key, Entry> entries = new HashMap<>();
  private long changes;

  private record Key(SitePair pair, LatencyClass latencyClass) {}

  private static final class Entry {
    private ClassAdmission admission;
    private AdmittedResponses counts = AdmittedResponses.NONE;
    private long changed;

    Entry(long nowNanos) {
      this.admission = ClassAdmission.all(nowNanos);
    }
  }

  /**
   * The fate of the responses of a class between two sites.
   *
   * @param share the share that is admitted at present
   */
  public record Admissions(SitePair pair, LatencyClass latencyClass, double share, AdmittedResponses counts) {
    /** Returns the message for an agent of the first site. */
    public ClassReport toMessage() {
      return ClassReport.newBuilder().setTo(pair.to().name()).setName(ClassMessages.of(latencyClass)).setShare(share)
          .setAdmitted(counts.admitted()).setDowngraded(counts.downgraded()).setKept(counts.kept())
          .addAllLatencies(counts.latencies().counts()).setLatencySeconds(counts.latencies().sumSeconds())
          .setBytes(counts.bytes()).build();
    }
  }

  /**
   * The changes since an earlier call.
   *
   * @param last to be passed in the next call
   */
  public record News(long last, List<Admissions> reports) {}

  /**
   * Returns whether a response gets its class, or is sent as bulk, and counts it.
   *
   * @param draw a number that is uniform in [0, 1)
   */
  synchronized boolean admit(SitePair pair, LatencyClass latencyClass, double draw, long nowNanos) {
    Entry entry = entry(pair, latencyClass, nowNanos);
    if (entry == null) {
      return false;
    }
    boolean admitted = entry.admission.admits(draw);
    entry.counts = entry.counts.offered(admitted);
    entry.changed = ++changes;
    return admitted;
  }

  /** Returns the entry of a class between two sites; null if there are too many entries. */
  private @Nullable Entry entry(SitePair pair, LatencyClass latencyClass, long nowNanos) {
    Key key = new Key(pair, latencyClass);
    return entries.size() >= MOST_ENTRIES && !entries.containsKey(key) ? null
        : entries.computeIfAbsent(key, added -> new Entry(nowNanos));
  }

  /** Notes that all of a small response has been sent with its class, whether the class has a promise or not. */
  synchronized void sent(SitePair pair, LatencyClass latencyClass, long bytes, long nowNanos) {
    Entry entry = entry(pair, latencyClass, nowNanos);
    if (entry != null) {
      entry.counts = entry.counts.sent(bytes);
      entry.changed = ++changes;
    }
  }

  /** Notes that an admitted response has ended. */
  synchronized void ended(SitePair pair, LatencyTarget promise, long bytes, long latencyNanos, long nowNanos) {
    Entry entry = entries.get(new Key(pair, promise.latencyClass()));
    if (entry != null) {
      AdmissionRule rule = promise.rule();
      long units = promise.units(bytes);
      entry.admission = entry.admission.after(rule, latencyNanos, units, nowNanos);
      entry.counts = entry.counts.measured(latencyNanos, rule.isKept(latencyNanos, units));
      entry.changed = ++changes;
    }
  }

  /** Returns the changes since an earlier call; 0 stands for everything. */
  public synchronized News since(long last) {
    List<Admissions> news = new ArrayList<>();
    entries.forEach((key, entry) -> {
      if (entry.changed > last) {
        news.add(new Admissions(key.pair, key.latencyClass, entry.admission.share(), entry.counts));
      }
    });
    news.sort(Comparator.comparing(Admissions::pair).thenComparing(Admissions::latencyClass));
    return new News(changes, List.copyOf(news));
  }
}
