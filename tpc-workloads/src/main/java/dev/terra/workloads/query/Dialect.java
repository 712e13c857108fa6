package dev.terra.workloads.query;

import dev.terra.workloads.data.Table;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The dialects of SQL of the engines. */
public enum Dialect {
  /** Apache Hive 4. */
  HIVE("orc") {
    @Override
    String adapt(String sql) {
      String text = INTERVAL.matcher(sql).replaceAll(match -> "interval '" + match.group(1) + "' " + singular(match.group(2)));
      text = TRAILING_SPACE_IN_NAME.matcher(text).replaceAll("`$1`");
      return BARE_FRACTION.matcher(text).replaceAll("0.");
    }
  },
  /** Apache Spark 3.5 and 4. */
  SPARK("parquet") {
    @Override
    String adapt(String sql) {
      return sql;
    }
  };

  private static final Pattern INTERVAL = Pattern.compile("(?i)interval\\s+'?(\\d+)'?\\s+(day|month|year)s?\\b");
  private static final Pattern TRAILING_SPACE_IN_NAME = Pattern.compile("`([^`]*?)\\s+`");
  /** A number that begins with its point; it excludes a point after a table's name or a digit. */
  private static final Pattern BARE_FRACTION = Pattern.compile("(?<![\\w`)\"])\\.(?=\\d)");
  /** The last words of a query that sorts before it limits; without them, its result is a set of rows that can be compared. */
  private static final Pattern LAST_LIMIT = Pattern.compile("(?is)\\s+limit\\s+\\d+\\s*;?\\s*$");
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*$");

  private final String format;

  Dialect(String format) {
    this.format = format;
  }

  private static String singular(String unit) {
    return unit.toLowerCase(Locale.ROOT);
  }

  abstract String adapt(String sql);

  /** Returns the format in which tables are stored for the engine: {@code orc} or {@code parquet}. */
  public String format() {
    return format;
  }

  /**
   * Returns a query in this dialect, without its last LIMIT: chance decides which of equal rows a LIMIT keeps, so results could not be
   * compared.
   *
   * @param sql the query as it was written
   */
  public String query(String sql) {
    String text = LAST_LIMIT.matcher(COMMENT.matcher(sql).replaceAll("").strip()).replaceAll(Matcher.quoteReplacement(""));
    return adapt(text);
  }

  /**
   * Returns the statement that declares a table whose files are in a folder.
   *
   * @param location the folder's URI or path in the engine's default file system
   */
  public String create(Table table, String location) {
    List<String> columns = table.columns().stream().map(column -> "`" + column.name() + "` " + column.sqlType()).toList();
    String declared = columns.stream().collect(Collectors.joining(", ", "(", ")"));
    return switch (this) {
      case HIVE -> "create external table " + table.name() + " " + declared + " stored as " + format + " location '" + location + "'";
      case SPARK -> "create table " + table.name() + " " + declared + " using " + format + " location '" + location + "'";
    };
  }
}
