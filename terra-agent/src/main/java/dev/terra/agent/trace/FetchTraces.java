package dev.terra.agent.trace;

import com.google.common.collect.ImmutableMap;
import dev.terra.agent.receive.ArrivalWatch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.trace.TraceSpan.Kind;
import dev.terra.agent.trace.TraceSpan.Outcome;
import dev.terra.agent.trace.TraceSpan.Period;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.core.limit.BoundedMap;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.wan.Path;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Traces fetches of this site's readers, and reads for readers of other sites, and exports how long each took. It gives names to the spans
 * of handlers, and handlers report their spans under these names. It is used on the agent's thread only.
 */
public final class FetchTraces implements ArrivalWatch {
  /**
   * The most readers that are traced at a time; the oldest are dropped. A site has fewer reduce slots, and some megabytes are enough for
   * all.
   */
  private static final int MAX_READERS = 10_000;
  /** The most reads that are recorded for one reader. A segment of one gigabyte takes about a thousand reads. */
  private static final int MAX_READS = 100;

  private final double share;
  private final Consumer<TraceSpan> spans;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Map<TraceId.Reader, Optional<ReaderTrace>> readers = new BoundedMap<>(MAX_READERS);

  private FetchTraces(double share, Consumer<TraceSpan> spans, InstantSource clock, RandomGenerator random) {
    this.share = share;
    this.spans = spans;
    this.clock = clock;
    this.random = random;
  }

  /** Returns an object that traces nothing, and costs nothing. */
  public static FetchTraces off() {
    return new FetchTraces(0, span -> {}, InstantSource.system(), () -> 1L);
  }

  /**
   * Returns an object that traces a share of all readers, which is the same at every agent.
   *
   * @param share the share, 0 to 1
   * @param spans takes spans, and does not block
   * @param random the source of the ids of spans
   */
  public static FetchTraces of(double share, Consumer<TraceSpan> spans, InstantSource clock, RandomGenerator random) {
    return new FetchTraces(share, spans, clock, random);
  }

  /** Returns whether nothing is traced. */
  public boolean isOff() {
    return share == 0;
  }

  private Optional<ReaderTrace> trace(TraceId.Reader reader) {
    return readers.computeIfAbsent(reader, unknown -> Optional.of(TraceId.of(unknown)).filter(id -> id.isAmong(share))
        .map(id -> new ReaderTrace(id, MAX_READS)));
  }

  /** Returns the sink for a fetch's bytes: the given sink itself unless the fetch is traced. */
  public FetchSink fetch(InetAddress client, FetchRequest request, FetchSink sink) {
    if (isOff()) {
      return sink;
    }
    int partition = request.getRangesCount() == 0 ? request.getPartition() : request.getRanges(0).getFirst();
    Optional<ReaderTrace> trace = trace(new TraceId.Reader(request.getShuffle(), partition, request.getReader(), request.getOriginIp()));
    return trace.<FetchSink>map(chosen -> fetch(chosen, client, request, sink)).orElse(sink);
  }

  private TracedFetch fetch(ReaderTrace trace, InetAddress client, FetchRequest request, FetchSink sink) {
    TraceId id = trace.id();
    SpanName relay = trace.beginFetch() ? new SpanName(id.trace(), id.root(), Optional.empty()) : under(id.root(), id);
    sink.named(relay);
    SpanName name = under(relay.span(), id);
    Instant start = clock.instant();
    return new TracedFetch(sink, (bytes, note, failed) -> {
      ImmutableMap.Builder<String, Object> attributes = ImmutableMap.<String, Object>builder()
          .put("terra.shuffle", request.getShuffle()).put("terra.partition", (long) request.getPartition())
          .put("terra.segments", (long) request.getOutputsCount()).put("terra.origin", request.getOriginIp())
          .put("terra.bytes", bytes).put("client.address", client.getHostAddress());
      if (note != null && !failed) {
        attributes.put("terra.note", note);
      }
      tell(name, Kind.FETCH, start, new Outcome(attributes.buildOrThrow(), Optional.ofNullable(failed ? note : null)));
      trace.takeFlows().forEach((path, flow) -> tell(under(name.span(), id), path, flow));
    });
  }

  private SpanName under(String parent, TraceId id) {
    return new SpanName(id.trace(), String.format(Locale.ROOT, "%016x", random.nextLong()), Optional.of(parent));
  }

  private void tell(SpanName name, Path path, ReaderTrace.Flow flow) {
    spans.accept(new TraceSpan(name, Kind.TUNNEL, Optional.empty(), new Period(flow.first(), flow.last()),
        new Outcome(ImmutableMap.of("terra.path", path.toString(), "terra.bytes", flow.bytes()), Optional.empty())));
  }

  private void tell(SpanName name, Kind kind, Instant start, Outcome outcome) {
    spans.accept(new TraceSpan(name, kind, Optional.empty(), new Period(start, clock.instant()), outcome));
  }

  @Override
  public void arrived(SegmentCopy key, Path path, long bytes) {
    if (isOff()) {
      return;
    }
    trace(reader(key)).ifPresent(trace -> trace.arrived(path, bytes, clock.instant()));
  }

  private static TraceId.Reader reader(SegmentCopy key) {
    return new TraceId.Reader(key.shuffle().value(), key.segment().partition(), key.readerIndex(), key.originIp());
  }

  /** Returns a source whose reads are traced; the given source itself if nothing is traced. */
  public SegmentSource reads(SegmentSource source) {
    return isOff() ? source : new TracedReads(source);
  }

  /** Traces some of a source's reads. */
  private final class TracedReads implements SegmentSource {
    private final SegmentSource source;

    TracedReads(SegmentSource source) {
      this.source = source;
    }

    @Override
    public void read(Part part, SegmentSource.Reader reader) {
      Optional<TraceId> chosen = trace(FetchTraces.reader(part.key())).filter(ReaderTrace::beginRead).map(ReaderTrace::id);
      if (chosen.isEmpty()) {
        source.read(part, reader);
        return;
      }
      SpanName name = under(chosen.get().root(), chosen.get());
      source.read(part.named(under(name.span(), chosen.get())), new TracedRead(part, name, clock.instant(), reader));
    }
  }

  /** Ends the span of a read when the read ends. */
  private final class TracedRead implements SegmentSource.Reader {
    private final SegmentSource.Part part;
    private final SpanName name;
    private final Instant start;
    private final SegmentSource.Reader reader;

    TracedRead(SegmentSource.Part part, SpanName name, Instant start, SegmentSource.Reader reader) {
      this.part = part;
      this.name = name;
      this.start = start;
      this.reader = reader;
    }

    @Override
    public void read(SegmentSource.Bytes bytes) {
      tell(name, Kind.READ, start, outcome(part, null));
      reader.read(bytes);
    }

    @Override
    public void failed(String why) {
      tell(name, Kind.READ, start, outcome(part, why));
      reader.failed(why);
    }
  }

  private static Outcome outcome(SegmentSource.Part part, @Nullable String error) {
    return new Outcome(ImmutableMap.of("terra.shuffle", part.key().shuffle().value(), "terra.output", part.key().output().toString(),
        "terra.offset", part.start(), "terra.bytes", (long) part.length(), "server.address", part.key().originIp()),
        Optional.ofNullable(error));
  }

  /** Adds the part of a fetch that a handler reports. Malformed reports are dropped. */
  public void told(String handler, HandlerSpan span) {
    Optional<SpanName> name = SpanName.parse(span.getName());
    if (isOff() || name.isEmpty() || kind(span).isEmpty()) {
      return;
    }
    long start = Math.max(0, span.getStartUnixNanos());
    Period period = new Period(Instant.ofEpochSecond(0, start), Instant.ofEpochSecond(0, Math.max(start, span.getEndUnixNanos())));
    ImmutableMap.Builder<String, Object> attributes = ImmutableMap.<String, Object>builder().put("terra.bytes", span.getBytes());
    Optional<String> problem = Optional.of(BoundedText.of(span.getProblem())).filter(words -> !words.isEmpty() || span.getFailed());
    problem.filter(words -> !span.getFailed()).ifPresent(words -> attributes.put("terra.note", words));
    spans.accept(new TraceSpan(name.get(), kind(span).get(), Optional.of(handler), period,
        new Outcome(attributes.buildOrThrow(), problem.filter(words -> span.getFailed()))));
  }

  private static Optional<Kind> kind(HandlerSpan span) {
    return switch (span.getKind()) {
      case RELAY -> Optional.of(Kind.RELAY);
      case READ -> Optional.of(Kind.SERVE);
      default -> Optional.empty();
    };
  }
}
