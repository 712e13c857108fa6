package dev.terra.workloads.data;

/**
 * A column of a table.
 *
 * @param precision digits of a decimal; 0 for other types
 * @param scale of them after the point
 */
public record Column(String name, Type type, int precision, int scale) {
  /** What a column holds; a value may always be missing. */
  public enum Type {
    /** A {@link Long}. */
    BIGINT,
    /** An {@link Integer}. */
    INT,
    /** A {@link java.math.BigDecimal} of the column's scale. */
    DECIMAL,
    /** A {@link String}. */
    STRING,
    /** A {@link java.time.LocalDate}. */
    DATE
  }

  /** A column of any type but a decimal. */
  public static Column of(String name, Type type) {
    return new Column(name, type, 0, 0);
  }

  /** A decimal. */
  public static Column decimal(String name, int precision, int scale) {
    return new Column(name, Type.DECIMAL, precision, scale);
  }

  /** Its type in SQL, as Hive and Spark both write it. */
  public String sqlType() {
    return switch (type) {
      case BIGINT -> "bigint";
      case INT -> "int";
      case DECIMAL -> "decimal(" + precision + "," + scale + ")";
      case STRING -> "string";
      case DATE -> "date";
    };
  }
}
