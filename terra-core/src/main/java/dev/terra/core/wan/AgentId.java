package dev.terra.core.wan;

import dev.terra.core.limit.BoundedText;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The identity of an agent: the site where it works, and its name at that site, which has 1 to 64 letters, digits, dots, dashes or
 * underscores.
 */
public record AgentId(SiteId site, String name) implements Comparable<AgentId> {
  private static final Pattern VALID = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");

  /** Checks the form. */
  public AgentId {
    Objects.requireNonNull(site, "site");
    Objects.requireNonNull(name, "name");
    if (!VALID.matcher(name).matches()) {
      throw new IllegalArgumentException("an agent's name is 1 to 64 letters, digits, '.', '-' or '_', and neither '.' nor '..', got '"
          + BoundedText.of(name) + "'");
    }
  }

  /** Returns the identity of the agent with this name at the site with this name. */
  public static AgentId of(String site, String name) {
    return new AgentId(new SiteId(site), name);
  }

  @Override
  public int compareTo(AgentId other) {
    int bySite = site.compareTo(other.site);
    return bySite != 0 ? bySite : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return site + "/" + name;
  }
}
