package dev.terra.config;

import java.nio.file.Path;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A value in a YAML file, with its name and line. Methods throw {@link ConfigException} if the value is not of the expected kind. */
public final class YamlValue {
  private static final Pattern NUMBER = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");

  private final Path file;
  private final String name;
  private final Node node;

  YamlValue(Path file, String name, Node node) {
    this.file = file;
    this.name = name;
    this.node = node;
  }

  /** Returns the name of the value in exceptions, such as its key. */
  String name() {
    return name;
  }

  /** Returns the line in which the value begins, from 1; 0 if it is not known. */
  public int line() {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }

  /** Returns an exception about the value, which the caller has to throw. */
  public ConfigException problem(String problem) {
    return new ConfigException(file, line(), problem);
  }

  ConfigException expected(String what) {
    return problem("expected " + name + " to be " + what + (node instanceof ScalarNode scalar ? ", got '" + scalar.getValue() + "'" : ""));
  }

  /** Returns the value as a text. Numbers and booleans are texts too; an empty value is not. */
  public String text() {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank() && !isNothing(scalar)) {
      return scalar.getValue();
    }
    throw expected("a plain value");
  }

  private static boolean isNothing(ScalarNode scalar) {
    return scalar.getScalarStyle() == ScalarStyle.PLAIN && NOTHING.matcher(scalar.getValue()).matches();
  }

  /** Returns the value as a number that is neither infinite nor NaN. */
  public double number() {
    return number("a number", any -> true);
  }

  private double number(String what, DoublePredicate fits) {
    if (node instanceof ScalarNode scalar && NUMBER.matcher(scalar.getValue()).matches()) {
      double value = Double.parseDouble(scalar.getValue());
      if (Double.isFinite(value) && fits.test(value)) {
        return value;
      }
    }
    throw expected(what);
  }

  /** Returns the value as a whole number within bounds. */
  public long whole(long least, long most) {
    boolean isWhole = node instanceof ScalarNode scalar && WHOLE.matcher(scalar.getValue()).matches();
    if (isWhole && node instanceof ScalarNode scalar) {
      long value = Long.parseLong(scalar.getValue());
      if (value >= least && value <= most) {
        return value;
      }
    }
    boolean isAny = most == Long.MAX_VALUE || (!isWhole && most == Integer.MAX_VALUE && least == Integer.MIN_VALUE);
    throw expected("a whole number" + (isAny ? "" : " from " + least + " to " + most));
  }

  /** Returns the value as {@code true} or {@code false}. */
  public boolean flag() {
    if (node instanceof ScalarNode scalar && (scalar.getValue().equals("true") || scalar.getValue().equals("false"))) {
      return scalar.getValue().equals("true");
    }
    throw expected("true or false");
  }

  /** Returns the values of a list. */
  public List<YamlValue> list() {
    if (!(node instanceof SequenceNode sequence)) {
      throw expected("a list");
    }
    return sequence.getValue().stream().map(value -> new YamlValue(file, name, value)).toList();
  }

  Node node() {
    return node;
  }

  Path file() {
    return file;
  }

  YamlValue in(String other, Node value) {
    return new YamlValue(file, other, value);
  }
}
