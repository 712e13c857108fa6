package dev.terra.rest.api;

/** The methods of HTTP that endpoints have. */
public enum Verb {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE;

  /** Whether it only looks. */
  public boolean reads() {
    return this == GET;
  }
}
