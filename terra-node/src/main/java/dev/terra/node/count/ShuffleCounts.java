package dev.terra.node.count;

import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;
import dev.terra.node.latency.AdmissionBook;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a handler since it started. Bytes are those of segments, without headers. Thread-safe. */
public final class ShuffleCounts {
  private final Map<Count, LongAdder> adders = new EnumMap<>(Count.class);
  private final ServedShuffles served = new ServedShuffles();
  private final AdmissionBook admissions = new AdmissionBook();

  /** A counter. */
  public enum Count implements DescribedMetric<ShuffleCounts> {
    REDIRECTED_FETCHES("fetches", "Fetches answered with a redirect to the reader's own node."),
    RELAYED_BYTES("bytes", "Bytes streamed from the agent to readers of this node."),
    STOCK_BYTES("bytes", "Bytes served to another site without Terra, though they qualified for Terra."),
    BYPASSED_BYTES("bytes", "Bytes served to another site without Terra, because they were too few or the client could not use it."),
    LOCAL_BYTES("bytes", "Bytes served inside the site."),
    FALLBACKS("fetches", "Relays that went on with a direct fetch.");

    @SuppressWarnings("ImmutableEnumChecker") // readings have no state
    private final MetricDescription<ShuffleCounts> description;

    Count(String unit, String sentence) {
      this.description = MetricDescription.counter(unit, sentence, counts -> counts.get(this));
    }

    @Override
    public String part() {
      return "handler";
    }

    @Override
    public MetricDescription<ShuffleCounts> description() {
      return description;
    }
  }

  /** Creates counters that are all zero. */
  public ShuffleCounts() {
    for (Count count : Count.values()) {
      adders.put(count, new LongAdder());
    }
  }

  /** Adds to a counter. */
  public void add(Count count, long amount) {
    adder(count).add(amount);
  }

  private LongAdder adder(Count count) {
    return Objects.requireNonNull(adders.get(count));
  }

  /** Returns a counter's value. */
  public long get(Count count) {
    return adder(count).sum();
  }

  /** Returns the shuffles that were served and that are only observed. */
  public ServedShuffles served() {
    return served;
  }

  /** Returns the book of the responses that latency classes admitted. */
  public AdmissionBook admissions() {
    return admissions;
  }

  /** Returns all counters as a message for an agent. */
  public ShuffleCounters toMessage() {
    return ShuffleCounters.newBuilder()
        .setRedirectedFetches(get(Count.REDIRECTED_FETCHES))
        .setRelayedBytes(get(Count.RELAYED_BYTES))
        .setStockBytes(get(Count.STOCK_BYTES))
        .setBypassedBytes(get(Count.BYPASSED_BYTES))
        .setLocalBytes(get(Count.LOCAL_BYTES))
        .setFallbacks(get(Count.FALLBACKS))
        .build();
  }

  /** Returns all counters as one JSON object, with the field names of the message in lower camel case. */
  public String toJson() {
    return String.format(Locale.ROOT, "{\"redirectedFetches\":%d,\"relayedBytes\":%d,\"stockBytes\":%d,"
        + "\"bypassedBytes\":%d,\"localBytes\":%d,\"fallbacks\":%d}",
        get(Count.REDIRECTED_FETCHES), get(Count.RELAYED_BYTES), get(Count.STOCK_BYTES),
        get(Count.BYPASSED_BYTES), get(Count.LOCAL_BYTES), get(Count.FALLBACKS));
  }
}
