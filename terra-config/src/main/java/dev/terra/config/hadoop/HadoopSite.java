package dev.terra.config.hadoop;

import dev.terra.config.ConfigException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What some of Hadoop's {@code -site.xml} files say together, as a process of Hadoop's reads them: a later file overrides an earlier one,
 * unless that has made a property final, and values refer to other properties, to system properties and to the environment.
 */
public final class HadoopSite {
  private final Map<String, String> raw = new TreeMap<>();
  private final Set<String> finals = new HashSet<>();
  private final Surroundings surroundings;

  /**
   * What values may refer to beside other properties: a NodeManager's own may differ from those of the process that asks.
   *
   * @param environment the value of a variable, if it has one
   * @param system the value of a system property of Java's, if it has one
   */
  public record Surroundings(Function<String, Optional<String>> environment, Function<String, Optional<String>> system) {
    /** The surroundings of this process. */
    public static final Surroundings OF_THIS_PROCESS =
        new Surroundings(name -> Optional.ofNullable(System.getenv(name)), name -> Optional.ofNullable(System.getProperty(name)));
  }

  private HadoopSite(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /**
   * Reads files, the one that overrides the others last.
   *
   * @throws ConfigException if one cannot be read or is no XML; the message names it
   */
  public static HadoopSite read(List<Path> files, Surroundings surroundings) {
    HadoopSite site = new HadoopSite(surroundings);
    files.forEach(file -> SiteXml.read(file).forEach(site::add));
    return site;
  }

  private void add(SiteXml.Property property) {
    if (property.value() != null && !finals.contains(property.name())) {
      raw.put(property.name(), property.value());
    }
    if (property.isFinal()) {
      finals.add(property.name());
    }
  }

  /** The names of all properties. */
  public Set<String> names() {
    return Collections.unmodifiableSet(raw.keySet());
  }

  /** A value as it stands in the files. */
  Optional<String> raw(String name) {
    return Optional.ofNullable(raw.get(name));
  }

  /**
   * A value with what it refers to, without blanks around it.
   *
   * @throws ConfigException if it refers to others without end
   */
  public Optional<String> get(String name) {
    return untrimmed(name).map(String::trim).filter(value -> !value.isEmpty());
  }

  /** A value with the blanks around it, which Hadoop keeps for some properties. */
  public Optional<String> untrimmed(String name) {
    return raw(name).map(text -> substitution().of(name, text));
  }

  private Substitution substitution() {
    return new Substitution(this::raw, surroundings.environment(), surroundings.system());
  }

  /** What a value refers to and nothing defines, so that it stands there as it is written. */
  public Set<String> undefined(String name) {
    return get(name).stream().flatMap(value -> Substitution.VARIABLE.matcher(value).results()).map(found -> found.group(1))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** What a value takes from the process that reads it, and not from the files. */
  public Set<String> surroundings(String name) {
    Substitution substitution = substitution();
    raw(name).ifPresent(text -> substitution.of(name, text));
    return substitution.taken();
  }
}
