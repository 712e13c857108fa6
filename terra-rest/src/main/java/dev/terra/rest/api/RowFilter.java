package dev.terra.rest.api;

import com.google.common.collect.ImmutableList;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Conditions on the members of rows, all of which have to hold: {@code use > 0.9 and state = down}. Operators are
 * {@code = != < <= > >=}, and {@code ~} for "contains". A member that is null fulfils only {@code = null}, any other {@code != null}.
 * Texts may be in single quotes.
 */
public record RowFilter(ImmutableList<Condition> conditions) {
  private static final int MOST_CONDITIONS = 10;
  private static final String NULL = "null";
  private static final Pattern CONDITION =
      Pattern.compile("\\s*([A-Za-z]{1,40})\\s*(<=|>=|!=|=|<|>|~)\\s*('[^']*'|[^\\s'<>=!~]+)\\s*");
  private static final Pattern AND = Pattern.compile("\\G(?:and\\b|&&|,)", Pattern.CASE_INSENSITIVE);

  /** A member, an operator and a value. */
  record Condition(String member, String operator, String value) {
    boolean holds(Object found) {
      if (found == null || value.equals(NULL)) {
        return found == null ? operator.equals("=") && value.equals(NULL) : operator.equals("!=");
      }
      return operator.equals("~") ? found.toString().contains(value) : holdsFor(compare(found));
    }

    private boolean holdsFor(int order) {
      return switch (operator) {
        case "=" -> order == 0;
        case "!=" -> order != 0;
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order >= 0;
      };
    }

    private int compare(Object found) {
      if (found instanceof Number number) {
        try {
          return Double.compare(number.doubleValue(), Double.parseDouble(value));
        } catch (NumberFormatException e) {
          throw Problem.badParameter("filter", "expected a number after '" + member + " " + operator + "', got '" + value + "'");
        }
      }
      return found instanceof Instant time ? time.toString().compareTo(value) : found.toString().compareToIgnoreCase(value);
    }
  }

  /**
   * Reads conditions.
   *
   * @throws Problem if they cannot be read; the message describes what was expected
   */
  public static RowFilter parse(String text) {
    ImmutableList.Builder<Condition> conditions = ImmutableList.builder();
    Matcher condition = CONDITION.matcher(text);
    int at = 0;
    int count = 0;
    while (at < text.length() || count == 0) {
      if (!condition.find(at) || condition.start() != at || ++count > MOST_CONDITIONS) {
        throw Problem.badParameter("filter", "expected at most " + MOST_CONDITIONS
            + " conditions such as use > 0.9 and state = down, got '" + text + "'");
      }
      String value = condition.group(3);
      conditions.add(new Condition(condition.group(1), condition.group(2),
          value.startsWith("'") ? value.substring(1, value.length() - 1) : value));
      at = afterAnd(text, condition.end());
    }
    return new RowFilter(conditions.build());
  }

  private static int afterAnd(String text, int at) {
    Matcher and = AND.matcher(text);
    if (at == text.length()) {
      return at;
    }
    if (!and.find(at)) {
      throw Problem.badParameter("filter", "expected 'and' at character " + (at + 1) + " of '" + text + "'");
    }
    return and.end();
  }

  /** Returns the rows that fulfil all conditions. */
  public <T> List<T> apply(List<T> rows) {
    return rows.stream().filter(row -> conditions.stream().allMatch(condition -> condition.holds(member(row, condition.member)))).toList();
  }

  private static Object member(Object row, String name) {
    RecordComponent[] components = Objects.requireNonNull(row.getClass().getRecordComponents(), "rows are records");
    RecordComponent component = Arrays.stream(components).filter(each -> each.getName().equals(name)).findFirst()
        .orElseThrow(() -> Problem.badParameter("filter", "expected a member among "
            + Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.joining(", ")) + "; got '" + name + "'"));
    try {
      return component.getAccessor().invoke(row);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
