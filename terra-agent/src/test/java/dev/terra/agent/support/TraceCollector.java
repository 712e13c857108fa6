package dev.terra.agent.support;

import com.google.common.io.BaseEncoding;
import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector of OpenTelemetry spans. It takes exports over HTTP, as protobuf, and keeps their spans. */
public final class TraceCollector implements AutoCloseable {
  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile long refuses;
  private volatile String key = "";

  /** A span, with the name and the instance of the service that exported it. */
  public record Received(String service, String instance, Span span) {
    /** Returns the id of its trace, in hexadecimal. */
    public String trace() {
      return hex(span.getTraceId());
    }

    /** Returns its id, in hexadecimal. */
    public String id() {
      return hex(span.getSpanId());
    }

    /** Returns the id of its parent span, in hexadecimal; empty if it has no parent. */
    public Optional<String> parent() {
      return span.getParentSpanId().isEmpty() ? Optional.empty() : Optional.of(hex(span.getParentSpanId()));
    }

    /** Returns the value of an attribute that is an integer. */
    public long number(String name) {
      return attribute(span.getAttributesList(), name).getValue().getIntValue();
    }

    /** Returns the value of an attribute that is a string. */
    public String text(String name) {
      return attribute(span.getAttributesList(), name).getValue().getStringValue();
    }
  }

  /** Starts a collector on the loopback interface. */
  public TraceCollector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      key = String.valueOf(exchange.getRequestHeaders().getFirst("X-Key"));
      byte[] body = exchange.getRequestBody().readAllBytes();
      String type = exchange.getRequestHeaders().getFirst("Content-Type");
      if (status == 200 && type.equals("application/x-protobuf")) {
        ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().forEach(this::take);
      }
      byte[] answer = ExportTraceServiceResponse.newBuilder()
          .setPartialSuccess(ExportTracePartialSuccess.newBuilder().setRejectedSpans(refuses)).build().toByteArray();
      exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private void take(ResourceSpans of) {
    String service = attribute(of.getResource().getAttributesList(), "service.name").getValue().getStringValue();
    String instance = attribute(of.getResource().getAttributesList(), "service.instance.id").getValue().getStringValue();
    of.getScopeSpansList().forEach(scope -> scope.getSpansList().forEach(span -> received.add(new Received(service, instance, span))));
  }

  private static KeyValue attribute(List<KeyValue> attributes, String name) {
    return attributes.stream().filter(attribute -> attribute.getKey().equals(name)).findFirst()
        .orElseThrow(() -> new AssertionError("no attribute " + name + " among " + attributes));
  }

  private static String hex(ByteString id) {
    return BaseEncoding.base16().lowerCase().encode(id.toByteArray());
  }

  /** Returns the collector's address, for {@code OTEL_EXPORTER_OTLP_ENDPOINT}. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns all spans that have been received so far. */
  public List<Received> received() {
    return received;
  }

  /** Returns the received spans of one name. */
  public List<Received> named(String name) {
    return received.stream().filter(one -> one.span.getName().equals(name)).toList();
  }

  /** Returns the value of the header field {@code X-Key} in the last export. */
  public String key() {
    return key;
  }

  /** Sets the status with which exports are answered from now on. With another status than 200, their spans are not kept. */
  public void answer(int code) {
    status = code;
  }

  /** Sets how many spans of an export the answer reports as rejected. */
  public void refuse(long spans) {
    refuses = spans;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
