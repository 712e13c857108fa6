package dev.terra.rest.api;

import java.util.List;

/** Something that has endpoints. */
public interface ApiModule {
  /** Its endpoints; no two of all have the same method and path. */
  List<Endpoint> endpoints();
}
