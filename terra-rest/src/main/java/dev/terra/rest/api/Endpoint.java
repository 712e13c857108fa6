package dev.terra.rest.api;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.net.PercentEscaper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A method of a path below {@code /api/v1}: what it takes, what it answers, and what does it. Requests are matched and checked by it, and
 * the OpenAPI document is made from it, so that the two cannot differ.
 *
 * @param path with parameters in braces, such as {@code /links/{from}/{to}}
 * @param summary one sentence
 * @param access what its caller needs
 * @param parameters of path and query
 * @param body the record that its body is
 * @param answer what it answers, or what a list of it contains
 * @param shape how it answers
 * @param problems statuses that it answers besides those that follow from its parameters, its body and its access
 * @param handler on a thread that may wait for a while
 */
public record Endpoint(
    Verb verb, String path, String summary, Access access, ImmutableList<Parameter> parameters, Optional<Class<?>> body,
    Class<?> answer, Shape shape, ImmutableSortedSet<Integer> problems, Function<Call, Reply> handler) {
  /** What is before every endpoint's path. */
  public static final String ROOT = "/api/v1";
  private static final Splitter SLASHES = Splitter.on('/').omitEmptyStrings();
  private static final Splitter ENDS = Splitter.on('/');
  private static final PercentEscaper SEGMENT = new PercentEscaper("-._~!$'()*,;&=@:+", false);

  /** How an endpoint answers. */
  public enum Shape {
    /** One object. */
    OBJECT,
    /** A page of a list of objects. */
    PAGE,
    /** Something that is no record of ours. */
    RAW,
    /** Messages without an end. */
    STREAM
  }

  /** An endpoint that reads. */
  public static Draft get(String path) {
    return new Draft(Verb.GET, path);
  }

  /** An endpoint that does something. */
  public static Draft post(String path) {
    return new Draft(Verb.POST, path);
  }

  /** An endpoint that sets something. */
  public static Draft put(String path) {
    return new Draft(Verb.PUT, path);
  }

  /** An endpoint that changes parts of something. */
  public static Draft patch(String path) {
    return new Draft(Verb.PATCH, path);
  }

  /** An endpoint that takes something back. */
  public static Draft delete(String path) {
    return new Draft(Verb.DELETE, path);
  }

  /** The values of the path's parameters, if it is this endpoint's path (below {@link #ROOT}, still escaped). */
  public Optional<Map<String, String>> match(String rawPath) {
    List<String> mine = SLASHES.splitToList(path);
    List<String> given = ENDS.splitToList(rawPath).subList(1, ENDS.splitToList(rawPath).size());
    if (mine.size() != given.size()) {
      return Optional.empty();
    }
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < mine.size(); i++) {
      String part = mine.get(i);
      if (part.startsWith("{")) {
        values.put(part.substring(1, part.length() - 1), unescape(given.get(i)));
      } else if (!part.equals(given.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }

  private static String unescape(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.of(400, "expected a path whose % are followed by two hexadecimal digits");
    }
  }

  /** A value as it stands in a path. */
  public static String escape(String value) {
    return SEGMENT.escape(value);
  }

  /** An endpoint that is being described. */
  public static final class Draft {
    private final Verb verb;
    private final String path;
    private final ImmutableList.Builder<Parameter> parameters = ImmutableList.builder();
    private String summary = "";
    private Access access = Access.READ;
    private @Nullable Class<?> body;
    private boolean takesAnyName;
    private final ImmutableSortedSet.Builder<Integer> problems = ImmutableSortedSet.naturalOrder();

    private Draft(Verb verb, String path) {
      this.verb = verb;
      this.path = path;
    }

    /** Its method. */
    public Verb verb() {
      return verb;
    }

    /** Its whole path with the values of a call in it. */
    public String filled(Call call) {
      String filled = path;
      for (Parameter parameter : parameters.build()) {
        if (parameter.inPath()) {
          filled = filled.replace("{" + parameter.name() + "}", escape(call.text(parameter.name())));
        }
      }
      return ROOT + filled;
    }

    /** What it is for, one sentence. */
    public Draft summary(String sentence) {
      summary = sentence;
      return this;
    }

    /** What its caller needs; {@link Access#READ} if nothing is said. */
    public Draft access(Access needed) {
      access = needed;
      return this;
    }

    /** Adds parameters. */
    public Draft with(Parameter... more) {
      parameters.add(more);
      return this;
    }

    /** Has a body. */
    public Draft takes(Class<?> type) {
      body = type;
      return this;
    }

    /** Answers these statuses, too, such as 409; those that follow from parameters, body and access need not be named. */
    public Draft problems(Integer... statuses) {
      problems.add(statuses);
      return this;
    }

    /** Takes any value of its path's parameters: none of them is said not to be there. */
    public Draft anyName() {
      takesAnyName = true;
      return this;
    }

    /** Answers one object. */
    public <T> Endpoint answers(Class<T> type, Function<Call, T> handler) {
      return make(type, Shape.OBJECT, call -> new Reply.Json(handler.apply(call)), ImmutableList.of());
    }

    /** Answers a page of those that there are. */
    public <T> Endpoint lists(Class<T> type, Function<Call, Listing<T>> handler) {
      return make(type, Shape.PAGE, call -> new Reply.Json(handler.apply(call).page(call)), Listing.PARAMETERS);
    }

    /** Answers one object that was encoded before. */
    public Endpoint answersEncoded(Class<?> type, Function<Call, Reply> handler) {
      return make(type, Shape.OBJECT, handler, ImmutableList.of());
    }

    /** Answers something that is no record. */
    public Endpoint answersRaw(Class<?> what, Function<Call, Reply> handler) {
      return make(what, Shape.RAW, handler, ImmutableList.of());
    }

    /** Answers with messages without an end, which the server sends. */
    public Endpoint streams(Class<?> first) {
      return make(first, Shape.STREAM, call -> new Reply.Raw("text/event-stream", Content.EMPTY, ImmutableMap.of()), ImmutableList.of());
    }

    private Endpoint make(Class<?> answer, Shape shape, Function<Call, Reply> handler, List<Parameter> more) {
      if (!takesAnyName && path.contains("{")) {
        problems.add(404);
      }
      return new Endpoint(verb, path, summary, access, parameters.addAll(more).build(), Optional.ofNullable(body), answer, shape,
          problems.build(), handler);
    }
  }
}
