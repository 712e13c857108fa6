package dev.terra.rest.api;

/** The HTTP methods of endpoints. */
public enum Verb {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE;

  /** Returns whether the method only reads. */
  public boolean reads() {
    return this == GET;
  }
}
