package dev.terra.workloads.data;

/**
 * A column of a table.
 *
 * @param precision the number of digits of a decimal; 0 for other types
 * @param scale how many of them are after the point
 */
public record Column(String name, Type type, int precision, int scale) {
  /** The types of values; a value may always be missing. */
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

  /** Makes a column of any type but a decimal. */
  public static Column of(String name, Type type) {
    return new Column(name, type, 0, 0);
  }

  /** Makes a column of decimals. */
  public static Column decimal(String name, int precision, int scale) {
    return new Column(name, Type.DECIMAL, precision, scale);
  }

  /** Returns its type in SQL, in the form that both Hive and Spark use. */
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
