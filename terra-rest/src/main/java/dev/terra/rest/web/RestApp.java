package dev.terra.rest.web;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Caller;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Endpoint.Shape;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.api.Reply;
import dev.terra.rest.api.Verb;
import dev.terra.rest.audit.AuditLog;
import dev.terra.rest.auth.Gate;
import dev.terra.rest.http.HttpAnswer;
import dev.terra.rest.http.HttpCall;
import dev.terra.rest.json.RestJson;
import dev.terra.rest.stream.StreamHub;
import io.grpc.netty.shaded.io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers every request to the server. It can be used by any thread. */
public final class RestApp implements Function<HttpCall, HttpAnswer> {
  private static final Logger LOG = LoggerFactory.getLogger(RestApp.class);
  private static final String METRICS = "/metrics";
  /** The longest path. It has room for two sites of 64 escaped characters each, and a few words. */
  private static final int MOST_PATH_CHARACTERS = 1_024;
  private static final String LAST_EVENT_ID = "lastEventId";

  private final ImmutableList<Endpoint> endpoints;
  private final Gate gate;
  private final StreamHub hub;
  private final AuditLog audit;
  private final Supplier<String> metrics;
  private final StaticFiles files = new StaticFiles(StaticFiles.ROOT);

  /** An endpoint that has the requested path, and the path's parameters. */
  private record Match(Endpoint endpoint, Map<String, String> values) {}

  /**
   * Creates an application.
   *
   * @param metrics supplies the text for Prometheus
   */
  public RestApp(List<Endpoint> endpoints, Gate gate, StreamHub hub, AuditLog audit, Supplier<String> metrics) {
    this.endpoints = ImmutableList.copyOf(endpoints);
    this.gate = gate;
    this.hub = hub;
    this.audit = audit;
    this.metrics = metrics;
  }

  @Override
  public HttpAnswer apply(HttpCall call) {
    return Answers.secured(answered(call));
  }

  private HttpAnswer answered(HttpCall call) {
    try {
      if (call.path().length() > MOST_PATH_CHARACTERS) {
        throw Problem.of(414, "expected a path of at most " + MOST_PATH_CHARACTERS + " characters");
      }
      gate.checkHost(call);
      return route(call);
    } catch (Problem problem) {
      return Answers.problem(call, problem);
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", call.method(), call.path(), e);
      return Answers.problem(call, Problem.of(500, "the controller's log has the reason"));
    } catch (StackOverflowError e) {
      LOG.error("{} with a path of {} characters has overflowed the stack", call.method(), call.path().length());
      return Answers.problem(call, Problem.of(500, "this request is nested too deeply"));
    }
  }

  private HttpAnswer route(HttpCall call) {
    if (call.path().equals(Endpoint.ROOT) || call.path().startsWith("/api/")) {
      return api(call);
    } else if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
      return Answers.notAllowed(call, "GET, HEAD");
    } else if (call.path().equals(METRICS)) {
      admit(call, Access.READ);
      return Answers.of(call, new Reply.Raw("text/plain; version=0.0.4; charset=utf-8",
          new Content(metrics.get().getBytes(StandardCharsets.UTF_8)), ImmutableMap.of())).toKnown();
    }
    return files.find(call).orElseThrow(() -> Problem.notFound("there is no file " + call.path()));
  }

  private Caller admit(HttpCall call, Access needed) {
    Caller caller = gate.identify(call);
    Gate.check(caller, needed, call.header("Authorization").isPresent() || call.peer().isPresent());
    return caller;
  }

  private HttpAnswer api(HttpCall call) {
    if (!call.path().startsWith(Endpoint.ROOT)) {
      throw Problem.notFound("expected a path below " + Endpoint.ROOT);
    }
    List<Match> matches = matches(call.path().substring(Endpoint.ROOT.length()));
    if (matches.isEmpty()) {
      throw Problem.notFound("there is nothing at " + call.path() + "; " + Endpoint.ROOT + "/openapi.json lists all there is");
    }
    String method = call.method().equals("HEAD") ? "GET" : call.method();
    Optional<Match> match = matches.stream().filter(each -> each.endpoint.verb().name().equals(method)).findFirst();
    return match.map(found -> perform(call, found)).orElseGet(() -> Answers.notAllowed(call,
        matches.stream().map(each -> each.endpoint.verb().name()).collect(Collectors.joining(", "))));
  }

  private List<Match> matches(String path) {
    List<Match> matches = new ArrayList<>();
    endpoints.forEach(endpoint -> endpoint.match(path).ifPresent(values -> matches.add(new Match(endpoint, values))));
    return matches;
  }

  private HttpAnswer perform(HttpCall call, Match match) {
    boolean acts = match.endpoint.verb() != Verb.GET && match.endpoint.access() == Access.ADMIN;
    Optional<Caller> caller = Optional.empty();
    try {
      if (match.endpoint.verb() != Verb.GET) {
        gate.checkOrigin(call);
      }
      caller = Optional.of(admit(call, match.endpoint.access()));
      HttpAnswer answer = handle(call, match, caller.get());
      return caller.get().access().covers(Access.READ) ? answer.toKnown() : answer;
    } catch (Problem problem) {
      if (acts) {
        audit.refused(caller.orElse(new Caller("unknown", Access.NONE, call.remote().getAddress().getHostAddress())), call.method(),
            call.path(), problem);
      }
      throw problem;
    }
  }

  private HttpAnswer handle(HttpCall call, Match match, Caller caller) {
    Map<String, String> values = new LinkedHashMap<>(match.values);
    values.putAll(query(call, match.endpoint));
    match.endpoint.parameters().forEach(parameter -> check(parameter, values));
    if (match.endpoint.shape() == Shape.STREAM) {
      return stream(call);
    }
    Optional<Object> body = match.endpoint.body().map(type -> body(call, type));
    Reply reply = match.endpoint.handler().apply(new Call(caller, ImmutableMap.copyOf(values), body));
    return Answers.of(call, reply);
  }

  private static Map<String, String> query(HttpCall call, Endpoint endpoint) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> known = endpoint.parameters().stream().filter(parameter -> !parameter.inPath()).map(Parameter::name).toList();
    decode(call).forEach((name, given) -> {
      if (!known.contains(name)) {
        throw Problem.badParameter(name, "expected parameters among " + known + ", got '" + name + "'");
      } else if (given.size() != 1) {
        throw Problem.badParameter(name, "expected '" + name + "' once, got it " + given.size() + " times");
      }
      values.put(name, given.get(0));
    });
    return values;
  }

  private static Map<String, List<String>> decode(HttpCall call) {
    try {
      return new QueryStringDecoder("?" + call.query(), StandardCharsets.UTF_8).parameters();
    } catch (IllegalArgumentException e) {
      throw Problem.of(400, "expected a query whose % are followed by two hexadecimal digits");
    }
  }

  private static void check(Parameter parameter, Map<String, String> values) {
    String value = values.get(parameter.name());
    if (value != null) {
      parameter.check(value);
    } else if (parameter.required()) {
      throw Problem.badParameter(parameter.name(), "expected the parameter '" + parameter.name() + "'");
    } else {
      parameter.otherwise().ifPresent(otherwise -> values.put(parameter.name(), otherwise));
    }
  }

  private static Object body(HttpCall call, Class<?> type) {
    String mediaType = call.header("Content-Type").orElse("");
    if (!mediaType.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      throw Problem.of(415, "expected a body of Content-Type application/json, got '" + mediaType + "'");
    }
    Object body = RestJson.read(call.body().bytes(), type);
    BodyCheck.check(body);
    return body;
  }

  private HttpAnswer stream(HttpCall call) {
    if (call.method().equals("HEAD")) {
      return HttpAnswer.of(200, ImmutableMap.of("Content-Type", "text/event-stream"), Content.EMPTY);
    }
    Optional<String> lastId = call.header("Last-Event-ID").or(() -> Optional.ofNullable(decode(call).get(LAST_EVENT_ID))
        .map(values -> values.get(0)));
    hub.takeRoom(); // nothing may fail between this and the answer
    return new HttpAnswer(200, ImmutableMap.of("Content-Type", "text/event-stream", "Cache-Control", "no-store"), Content.EMPTY,
        Optional.of(stream -> hub.join(stream, lastId.orElse(null), () -> mayLook(call))), false);
  }

  private boolean mayLook(HttpCall call) {
    try {
      return gate.identify(call).access().covers(Access.READ);
    } catch (Problem problem) {
      return false;
    }
  }
}
