package dev.terra.agent.trace;

import com.google.common.io.BaseEncoding;
import com.google.protobuf.ByteString;
import dev.terra.api.process.ProductVersion;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the body of an OTLP export from spans. The agent's spans and those of each handler belong to separate resources. Pure. */
record OtlpRequest(String service, String agent, String site) {
  private static final String HANDLER_SERVICE = "terra-handler";

  ExportTraceServiceRequest of(List<TraceSpan> spans) {
    Map<Optional<String>, List<TraceSpan>> byProcess =
        spans.stream().collect(Collectors.groupingBy(TraceSpan::handler, LinkedHashMap::new, Collectors.toList()));
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    byProcess.forEach((handler, own) -> request.addResourceSpans(ResourceSpans.newBuilder().setResource(resource(handler.orElse(null)))
        .addScopeSpans(ScopeSpans.newBuilder()
            .setScope(InstrumentationScope.newBuilder().setName("dev.terra").setVersion(ProductVersion.NUMBER))
            .addAllSpans(own.stream().map(OtlpRequest::span).toList()))));
    return request.build();
  }

  /** Returns the resource of the handler at an address, or of the agent if there is no address. */
  private Resource resource(@Nullable String handler) {
    return Resource.newBuilder().addAttributes(attribute("service.name", handler == null ? service : HANDLER_SERVICE))
        .addAttributes(attribute("service.instance.id", handler == null ? agent : handler))
        .addAttributes(attribute("terra.site", site)).build();
  }

  private static Span span(TraceSpan span) {
    Span.Builder made = Span.newBuilder().setTraceId(id(span.name().trace())).setSpanId(id(span.name().span()))
        .setName(span.kind().label()).setKind(span.kind().number())
        .setStartTimeUnixNano(nanos(span.period().start())).setEndTimeUnixNano(nanos(span.period().end()));
    span.name().parent().ifPresent(parent -> made.setParentSpanId(id(parent)));
    span.outcome().attributes().forEach((name, value) -> made.addAttributes(attribute(name, value)));
    span.outcome().error().ifPresent(why ->
        made.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR).setMessage(why)));
    return made.build();
  }

  private static ByteString id(String hex) {
    return ByteString.copyFrom(BaseEncoding.base16().lowerCase().decode(hex));
  }

  private static KeyValue attribute(String name, Object value) {
    AnyValue.Builder any = AnyValue.newBuilder();
    return KeyValue.newBuilder().setKey(name)
        .setValue(value instanceof Long number ? any.setIntValue(number) : any.setStringValue(value.toString())).build();
  }

  private static long nanos(Instant at) {
    return at.getEpochSecond() * 1_000_000_000L + at.getNano();
  }
}
