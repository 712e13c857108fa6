package dev.terra.rest.api;

import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.Optional;

/**
 * One request that matches an endpoint, with checked parameters.
 *
 * @param parameters the parameters of path and query by name, including the defaults of those that were not given
 * @param body the body as the endpoint's record, if it has one
 */
public record Call(Caller caller, ImmutableMap<String, String> parameters, Optional<Object> body) {
  /** Returns a parameter that must be there. */
  public String text(String name) {
    return find(name).orElseThrow(() -> Problem.badParameter(name, "expected the parameter '" + name + "'"));
  }

  /** Returns a parameter, if it was given. */
  public Optional<String> find(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /** Returns a parameter as a whole number. */
  public long whole(String name) {
    return Long.parseLong(text(name));
  }

  /** Returns a parameter as a time, if it was given. */
  public Optional<Instant> time(String name) {
    return find(name).map(Instant::parse);
  }

  /** Returns a parameter as true or false, if it was given. */
  public Optional<Boolean> flag(String name) {
    return find(name).map(Boolean::parseBoolean);
  }

  /** Returns the body as a record. */
  public <T> T body(Class<T> type) {
    return type.cast(body.orElseThrow(() -> Problem.of(400, "expected a JSON body")));
  }
}
