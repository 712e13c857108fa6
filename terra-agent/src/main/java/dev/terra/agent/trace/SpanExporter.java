package dev.terra.agent.trace;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terra.agent.config.AgentConfig;
import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.core.failure.Failures;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans in batches to an OpenTelemetry collector (OTLP over HTTP, protobuf), on a thread of its own. Spans that do not fit, or that
 * the collector does not take, are dropped, since an agent must not wait for its observers.
 */
public final class SpanExporter implements Consumer<TraceSpan>, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SpanExporter.class);
  /** The most spans that wait while a collector does not answer. They take some megabytes. */
  static final int MAX_WAITING = 4_096;
  private static final int MAX_AT_ONCE = 512;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long GATHER_MILLIS = 500;
  /** The time limit for the last spans when the agent stops. */
  private static final long CLOSE_SECONDS = 2;
  private static final int OK = 200;

  private final TraceSettings settings;
  private final OtlpRequest request;
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final BlockingQueue<TraceSpan> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong dropped = new AtomicLong();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
    Thread made = new Thread(task, "terra-traces");
    made.setDaemon(true);
    return made;
  });
  private boolean failing;

  private SpanExporter(TraceSettings settings, OtlpRequest request) {
    this.settings = settings;
    this.request = request;
  }

  /** Returns an exporter that exports an agent's spans from now on. */
  public static SpanExporter start(TraceSettings settings, AgentConfig config) {
    return start(settings, new OtlpRequest(settings.service(), config.id().toString(), config.site().name()));
  }

  static SpanExporter start(TraceSettings settings, OtlpRequest request) {
    SpanExporter exporter = new SpanExporter(settings, request);
    Periodic.every(exporter.thread, GATHER_MILLIS, TimeUnit.MILLISECONDS, new Guard("an export of spans", log::warn), exporter::exportAll);
    log.info("the fetches of {} of all readers are traced, to {}", settings.share(), settings.endpoint());
    return exporter;
  }

  /** Returns the share of all readers whose fetches are to be traced. */
  public double share() {
    return settings.share();
  }

  @Override
  public void accept(TraceSpan span) {
    if (!waiting.offer(span)) {
      dropped.incrementAndGet();
    }
  }

  private void exportAll() {
    List<TraceSpan> spans = new ArrayList<>();
    while (waiting.drainTo(spans, MAX_AT_ONCE) > 0) {
      exported(export(spans), spans.size());
      spans.clear();
    }
  }

  /** Sends spans. Returns a description of the problem; empty if there is none. */
  private String export(List<TraceSpan> spans) {
    try {
      HttpResponse<byte[]> answer = client.send(post(spans), HttpResponse.BodyHandlers.ofByteArray());
      return answer.statusCode() == OK ? refused(answer.body()) : "it answers " + answer.statusCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the agent stops";
    } catch (IOException | IllegalArgumentException e) {
      return Failures.inWords(e);
    }
  }

  private HttpRequest post(List<TraceSpan> spans) {
    HttpRequest.Builder post = HttpRequest.newBuilder(settings.endpoint()).timeout(PATIENCE)
        .header("Content-Type", "application/x-protobuf")
        .POST(HttpRequest.BodyPublishers.ofByteArray(request.of(spans).toByteArray()));
    settings.headers().forEach(post::header);
    return post.build();
  }

  /**
   * Returns a description of the spans that the collector refused. A collector may take some of the spans, and report what is wrong with
   * the others.
   */
  private static String refused(byte[] body) throws InvalidProtocolBufferException {
    var partial = ExportTraceServiceResponse.parseFrom(body).getPartialSuccess();
    return partial.getRejectedSpans() == 0 ? "" : "it refuses " + partial.getRejectedSpans() + " spans: " + partial.getErrorMessage();
  }

  /** Counts spans that were dropped. Logs once that a collector does not take spans, and once that it does again. */
  private void exported(String problem, int count) {
    boolean fails = !problem.isEmpty();
    if (fails) {
      dropped.addAndGet(count);
    }
    if (failing != fails) {
      failing = fails;
      if (fails) {
        log.warn("traces are dropped: {} does not accept them: {}", settings.endpoint(), problem);
      } else {
        log.info("{} accepts traces again; {} spans have been dropped", settings.endpoint(), dropped);
      }
    }
  }

  /** Returns how many spans were not exported. */
  public long dropped() {
    return dropped.get();
  }

  /** Exports the remaining spans, if a collector takes them soon. */
  @Override
  public void close() {
    thread.execute(this::exportAll);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
