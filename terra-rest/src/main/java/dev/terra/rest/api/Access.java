package dev.terra.rest.api;

import java.util.Locale;

/** The rights of a caller, or those that an endpoint requires. Each includes those before it. */
public enum Access {
  /** No rights. */
  NONE,
  /** The right to read. */
  READ,
  /** The right to change things. */
  ADMIN;

  /** Returns the name in files and answers. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether this right is enough where another one is required. */
  public boolean covers(Access asked) {
    return compareTo(asked) >= 0;
  }
}
