package dev.terra.rest.api;

import java.util.List;

/** A provider of endpoints. */
public interface ApiModule {
  /** Returns the module's endpoints. No two endpoints of all modules have the same method and path. */
  List<Endpoint> endpoints();
}
