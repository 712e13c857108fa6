package dev.terra.config.hadoop;

import dev.terra.config.ConfigException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces references <code>${name}</code> by values, by Hadoop's rules. The first reference is replaced until none is left. A reference
 * that nothing defines ends the replacement, and a value that refers to itself is left as it is written. {@code env.NAME} is a variable of
 * the environment, {@code env.NAME-text} and {@code env.NAME:-text} have a default, the latter also for an empty variable. Other names have
 * no default.
 */
final class Substitution {
  /** The form of a reference. A name has no blank, no dollar sign and no closing brace; it may contain an opening brace. */
  static final Pattern VARIABLE = Pattern.compile("\\$\\{([^} $]+)}");
  private static final Pattern ENVIRONMENT = Pattern.compile("env\\.(?:(.*?)(:-|-)(.*)|(.+))", Pattern.DOTALL);
  /** The most replacements in a value, as in Hadoop. */
  private static final int MOST = 20;

  private final Function<String, Optional<String>> site;
  private final Function<String, Optional<String>> environment;
  private final Function<String, Optional<String>> system;
  private final Set<String> taken = new TreeSet<>();

  /** Creates a substitution with the values as the files contain them, the variables of the environment, and Java's system properties. */
  Substitution(Function<String, Optional<String>> site, Function<String, Optional<String>> environment,
      Function<String, Optional<String>> system) {
    this.site = site;
    this.environment = environment;
    this.system = system;
  }

  /** Returns the names whose values have come from the environment or from system properties so far. */
  Set<String> taken() {
    return taken;
  }

  String of(String key, String text) {
    String value = text;
    for (int done = 0; done < MOST; done++) {
      Matcher variable = VARIABLE.matcher(value);
      if (!variable.find()) {
        return value;
      }
      Optional<String> found = value(variable.group(1));
      if (found.isEmpty()) {
        return value;
      }
      if (found.get().contains(variable.group())) {
        return text;
      }
      value = value.substring(0, variable.start()) + found.get() + value.substring(variable.end());
    }
    throw ConfigException.ofKey(key, "expected at most " + MOST + " references to other properties in '" + text + "'");
  }

  private Optional<String> value(String name) {
    Matcher reference = ENVIRONMENT.matcher(name);
    Optional<String> outer = reference.matches() ? environment(reference) : system.apply(name);
    outer.ifPresent(value -> taken.add(name));
    return outer.or(() -> site.apply(name));
  }

  private Optional<String> environment(Matcher reference) {
    if (reference.group(4) != null) {
      return environment.apply(reference.group(4));
    }
    Optional<String> value = environment.apply(reference.group(1));
    boolean alsoForEmpty = reference.group(2).equals(":-");
    return value.filter(text -> !alsoForEmpty || !text.isEmpty()).or(() -> Optional.of(reference.group(3)));
  }
}
