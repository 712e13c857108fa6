package dev.terra.agent.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.trace.SpanName;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the spans of fetches and of reads, and those that handlers report. */
class FetchTracesTest {
  private static final String NAME = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";
  private static final FetchRequest REQUEST = FetchRequest.newBuilder().setShuffle("job_1").setPartition(3).setOriginIp("10.0.0.1").build();
  private static final SegmentCopy KEY = SegmentCopy.first(new ShuffleId("job_1"), OutputId.of(0), 3, "10.0.0.1");

  private final List<TraceSpan> spans = new ArrayList<>();
  private long seconds;
  private final FetchTraces traces = traces(1);

  private FetchTraces traces(double share) {
    return FetchTraces.of(share, spans::add, () -> Instant.ofEpochSecond(seconds), new Random(1));
  }

  /** Keeps the name of the handler's span. */
  private static final class Handler implements FetchSink {
    private Optional<SpanName> name = Optional.empty();

    @Override
    public void named(SpanName handlersSpan) {
      name = Optional.of(handlersSpan);
    }

    @Override
    public boolean isWritable() {
      return true;
    }

    @Override
    public void head(FetchHead head, long bodyBytes) {}

    @Override
    public void bytes(byte[] data) {}

    @Override
    public void end() {}

    @Override
    public void fail(String reason) {}
  }

  private FetchSink begin(FetchTraces by, Handler handler) {
    return by.fetch(InetAddresses.forString("10.1.0.7"), REQUEST, handler);
  }

  private static final SegmentSource SOURCE = (part, reader) -> reader.failed(part.span().map(SpanName::toString).orElse("none"));

  @Test
  void aLaterFetchOfAReaderIsUnderItsFirst() {
    Handler first = new Handler();
    Handler second = new Handler();
    begin(traces, first).end();
    begin(traces, second).end();
    assertThat(first.name.orElseThrow().parent()).isEmpty();
    assertThat(second.name.orElseThrow().trace()).isEqualTo(first.name.get().trace());
    assertThat(second.name.get().parent()).contains(first.name.get().span());
  }

  @Test
  void whatHasComeAheadIsToldWithTheFetchAndOnlyOnce() {
    traces.arrived(KEY, Path.of("A", "B"), 10);
    seconds = 5;
    FetchSink fetch = begin(traces, new Handler());
    traces.arrived(KEY, Path.of("A", "B"), 20);
    seconds = 7;
    fetch.end();
    assertThat(spans).extracting(TraceSpan::kind).containsExactly(TraceSpan.Kind.FETCH, TraceSpan.Kind.TUNNEL);
    assertThat(spans.get(0).period()).isEqualTo(new TraceSpan.Period(Instant.ofEpochSecond(5), Instant.ofEpochSecond(7)));
    assertThat(spans.get(1).period()).isEqualTo(new TraceSpan.Period(Instant.ofEpochSecond(0), Instant.ofEpochSecond(5)));
    assertThat(spans.get(1).outcome().attributes()).containsEntry("terra.bytes", 30L);
    begin(traces, new Handler()).end();
    assertThat(spans).hasSize(3);
  }

  @Test
  void whatIsNotWorthTerraIsNoError() {
    begin(traces, new Handler()).bypassed("too small");
    assertThat(spans.get(0).outcome().error()).isEmpty();
    assertThat(spans.get(0).outcome().attributes()).containsEntry("terra.note", "too small");
  }

  /** Keeps the names of the handler's spans of reads. */
  private record Names(List<String> all) implements SegmentSource.Reader {
    @Override
    public void read(SegmentSource.Bytes bytes) {
      throw new AssertionError("there are none");
    }

    @Override
    public void failed(String why) {
      all.add(why);
    }
  }

  @Test
  void aReaderOfAVeryLargePartIsToldOfInPart() {
    SegmentSource reads = traces.reads(SOURCE);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      reads.read(new SegmentSource.Part(KEY, new SegmentBook.ServedAs("map", "u"), i, 1), new Names(names));
    }
    assertThat(spans).hasSize(100);
    assertThat(names.subList(100, 150)).containsOnly("none");
    assertThat(names.get(0)).endsWith(spans.get(0).name().span());
  }

  @Test
  void nothingIsToldOfReadersThatAreNotChosen() {
    FetchTraces none = traces(0);
    Handler handler = new Handler();
    assertThat(begin(none, handler)).isSameAs(handler);
    none.told("10.0.0.1", HandlerSpan.newBuilder().setName(NAME).setKind(HandlerSpan.Kind.READ).build());
    assertThat(spans).isEmpty();
  }

  @Test
  void ofWhatHandlersTellOnlyWhatIsSoundIsPassedOn() {
    traces.told("10.0.0.1", HandlerSpan.newBuilder().setName("x").setKind(HandlerSpan.Kind.READ).build());
    traces.told("10.0.0.1", HandlerSpan.newBuilder().setName(NAME).build());
    traces.told("10.0.0.1", HandlerSpan.newBuilder().setName(NAME).setKindValue(99).build());
    assertThat(spans).isEmpty();
    traces.told("10.0.0.1", HandlerSpan.newBuilder().setName(NAME).setKind(HandlerSpan.Kind.RELAY).setStartUnixNanos(-1).setEndUnixNanos(-2)
        .setProblem("bad\nthings" + "x".repeat(10_000)).setFailed(true).build());
    assertThat(spans).hasSize(1);
    assertThat(spans.get(0).period().start()).isEqualTo(spans.get(0).period().end()).isEqualTo(Instant.EPOCH);
    assertThat(spans.get(0).outcome().error().orElseThrow()).startsWith("bad things").hasSizeLessThan(500);
  }
}
