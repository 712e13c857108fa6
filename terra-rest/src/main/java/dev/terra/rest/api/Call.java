package dev.terra.rest.api;

import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.Optional;

/**
 * One request that matches an endpoint, its parameters checked.
 *
 * @param parameters of path and query by name, with what they are where they are not given
 * @param body the body as the endpoint's record, if it has one
 */
public record Call(Caller caller, ImmutableMap<String, String> parameters, Optional<Object> body) {
  /** A parameter that is there. */
  public String text(String name) {
    return find(name).orElseThrow(() -> Problem.badParameter(name, "expected the parameter '" + name + "'"));
  }

  /** A parameter, if it was given. */
  public Optional<String> find(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /** A whole number. */
  public long whole(String name) {
    return Long.parseLong(text(name));
  }

  /** A time, if it was given. */
  public Optional<Instant> time(String name) {
    return find(name).map(Instant::parse);
  }

  /** Yes or no, if it was given. */
  public Optional<Boolean> flag(String name) {
    return find(name).map(Boolean::parseBoolean);
  }

  /** The body as a record. */
  public <T> T body(Class<T> type) {
    return type.cast(body.orElseThrow(() -> Problem.of(400, "expected a JSON body")));
  }
}
