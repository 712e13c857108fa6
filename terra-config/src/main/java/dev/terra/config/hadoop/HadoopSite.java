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
 * The properties in several of Hadoop's {@code -site.xml} files, as a process of Hadoop reads them. A later file overrides an earlier one,
 * unless the earlier one has made a property final. Values may refer to other properties, to system properties and to the environment.
 */
public final class HadoopSite {
  private final Map<String, String> raw = new TreeMap<>();
  private final Set<String> finals = new HashSet<>();
  private final Surroundings surroundings;

  /**
   * The variables to which values may refer besides other properties. Those of a NodeManager may differ from those of the reading process.
   *
   * @param environment returns the value of a variable of the environment, if it has one
   * @param system returns the value of a system property of Java, if it has one
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
   * Reads files. Each file overrides the files before it.
   *
   * @throws ConfigException if a file cannot be read or is not valid XML; the message names the file
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

  /** Returns the names of all properties. */
  public Set<String> names() {
    return Collections.unmodifiableSet(raw.keySet());
  }

  /** Returns the value of a property as the files contain it. */
  Optional<String> raw(String name) {
    return Optional.ofNullable(raw.get(name));
  }

  /**
   * Returns the value of a property with its references replaced, without blanks around it.
   *
   * @throws ConfigException if its references do not end
   */
  public Optional<String> get(String name) {
    return untrimmed(name).map(String::trim).filter(value -> !value.isEmpty());
  }

  /** Returns the value of a property with its references replaced, with the blanks around it, which Hadoop keeps for some properties. */
  public Optional<String> untrimmed(String name) {
    return raw(name).map(text -> substitution().of(name, text));
  }

  private Substitution substitution() {
    return new Substitution(this::raw, surroundings.environment(), surroundings.system());
  }

  /** Returns the references in a property's value that nothing defines, so that they stay as they are written. */
  public Set<String> undefined(String name) {
    return get(name).stream().flatMap(value -> Substitution.VARIABLE.matcher(value).results()).map(found -> found.group(1))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the variables whose values a property takes from the reading process, and not from the files. */
  public Set<String> surroundings(String name) {
    Substitution substitution = substitution();
    raw(name).ifPresent(text -> substitution.of(name, text));
    return substitution.taken();
  }
}
