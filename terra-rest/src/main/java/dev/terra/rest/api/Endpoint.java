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
 * One method of a path below {@code /api/v1}: its input, its answer and its handler. Requests are matched and checked by it, and the
 * OpenAPI document is made from it, so the two cannot differ.
 *
 * @param path the path, with parameters in braces, such as {@code /links/{from}/{to}}
 * @param summary one sentence
 * @param access the rights that the caller needs
 * @param parameters the parameters of path and query
 * @param body the record to which the body is converted
 * @param answer the type of the answer, or of the items if it is a list
 * @param shape the form of the answer
 * @param problems the statuses that it may answer besides those that follow from its parameters, its body and its access
 * @param handler computes the answer, on a thread that may wait for a while
 */
public record Endpoint(
    Verb verb, String path, String summary, Access access, ImmutableList<Parameter> parameters, Optional<Class<?>> body,
    Class<?> answer, Shape shape, ImmutableSortedSet<Integer> problems, Function<Call, Reply> handler) {
  /** The prefix of every endpoint's path. */
  public static final String ROOT = "/api/v1";
  private static final Splitter SLASHES = Splitter.on('/').omitEmptyStrings();
  private static final Splitter ENDS = Splitter.on('/');
  private static final PercentEscaper SEGMENT = new PercentEscaper("-._~!$'()*,;&=@:+", false);

  /** The form of an endpoint's answer. */
  public enum Shape {
    /** One object. */
    OBJECT,
    /** A page of a list of objects. */
    PAGE,
    /** Content that is not one of this program's records. */
    RAW,
    /** Messages without an end. */
    STREAM
  }

  /** Begins an endpoint that reads. */
  public static Draft get(String path) {
    return new Draft(Verb.GET, path);
  }

  /** Begins an endpoint that does something. */
  public static Draft post(String path) {
    return new Draft(Verb.POST, path);
  }

  /** Begins an endpoint that sets something. */
  public static Draft put(String path) {
    return new Draft(Verb.PUT, path);
  }

  /** Begins an endpoint that changes parts of something. */
  public static Draft patch(String path) {
    return new Draft(Verb.PATCH, path);
  }

  /** Begins an endpoint that undoes or resets something. */
  public static Draft delete(String path) {
    return new Draft(Verb.DELETE, path);
  }

  /**
   * Returns the values of the path's parameters if {@code rawPath} matches this endpoint's path; {@code rawPath} is below
   * {@link #ROOT} and still escaped.
   */
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

  /** Escapes a value for a path. */
  public static String escape(String value) {
    return SEGMENT.escape(value);
  }

  /** Builds an endpoint. */
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

    /** Returns the endpoint's method. */
    public Verb verb() {
      return verb;
    }

    /** Returns the endpoint's whole path with the values of a call in it. */
    public String filled(Call call) {
      String filled = path;
      for (Parameter parameter : parameters.build()) {
        if (parameter.inPath()) {
          filled = filled.replace("{" + parameter.name() + "}", escape(call.text(parameter.name())));
        }
      }
      return ROOT + filled;
    }

    /** Sets the endpoint's purpose, one sentence. */
    public Draft summary(String sentence) {
      summary = sentence;
      return this;
    }

    /** Sets the rights that the caller needs; the default is {@link Access#READ}. */
    public Draft access(Access needed) {
      access = needed;
      return this;
    }

    /** Adds parameters. */
    public Draft with(Parameter... more) {
      parameters.add(more);
      return this;
    }

    /** Sets the type of the body. */
    public Draft takes(Class<?> type) {
      body = type;
      return this;
    }

    /** Adds statuses that the endpoint may answer, such as 409. Those that follow from parameters, body and access need not be named. */
    public Draft problems(Integer... statuses) {
      problems.add(statuses);
      return this;
    }

    /** Lets the path's parameters have any value, so that no value is answered with 404. */
    public Draft anyName() {
      takesAnyName = true;
      return this;
    }

    /** Makes an endpoint that answers with one object. */
    public <T> Endpoint answers(Class<T> type, Function<Call, T> handler) {
      return make(type, Shape.OBJECT, call -> new Reply.Json(handler.apply(call)), ImmutableList.of());
    }

    /** Makes an endpoint that answers with a page of a list. */
    public <T> Endpoint lists(Class<T> type, Function<Call, Listing<T>> handler) {
      return make(type, Shape.PAGE, call -> new Reply.Json(handler.apply(call).page(call)), Listing.PARAMETERS);
    }

    /** Makes an endpoint that answers with one object that is already encoded. */
    public Endpoint answersEncoded(Class<?> type, Function<Call, Reply> handler) {
      return make(type, Shape.OBJECT, handler, ImmutableList.of());
    }

    /** Makes an endpoint that answers with something that is not a record. */
    public Endpoint answersRaw(Class<?> what, Function<Call, Reply> handler) {
      return make(what, Shape.RAW, handler, ImmutableList.of());
    }

    /** Makes an endpoint that answers with an endless stream of messages, which the server sends. */
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
