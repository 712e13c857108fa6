package dev.terra.rest.api;

import java.util.Locale;

/** What a caller may do, and what an endpoint asks for; each includes those before it. */
public enum Access {
  /** Nothing in particular. */
  NONE,
  /** Look. */
  READ,
  /** Change things. */
  ADMIN;

  /** Its name in files and answers. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is enough where another one is asked for. */
  public boolean covers(Access asked) {
    return compareTo(asked) >= 0;
  }
}
