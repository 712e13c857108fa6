package dev.terra.core.wan;

import dev.terra.core.limit.BoundedText;
import java.util.Objects;
import java.util.regex.Pattern;

/** The short name of a site, such as {@code HK}: 1 to 64 letters, digits, dots, dashes or underscores. */
public record SiteId(String name) implements Comparable<SiteId> {
  private static final Pattern VALID = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");

  /** Checks the form. */
  public SiteId {
    Objects.requireNonNull(name, "name");
    if (!VALID.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a site's id is 1 to 64 letters, digits, '.', '-' or '_', and neither '.' nor '..', got '" + BoundedText.of(name) + "'");
    }
  }

  @Override
  public int compareTo(SiteId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
