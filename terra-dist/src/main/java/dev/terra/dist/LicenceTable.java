package dev.terra.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The licence under which each library is passed on. Libraries that the table does not contain, and licences that are incompatible with
 * Apache-2.0, are errors of the build.
 */
final class LicenceTable {
  private static final String FOLDER = "licences/";
  /** The licences under which code may be passed on together with code under Apache-2.0. */
  private static final Set<String> FINE = Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "EPL-1.0", "EPL-2.0", "MPL-2.0",
      "Zlib", "bzip2-1.0.6");
  private static final Pattern OR = Pattern.compile(" OR ");
  private static final Pattern AND = Pattern.compile(" AND ");
  private static final Pattern TEXT_IN_JAR = Pattern.compile(
      "(META-INF/)?(LICENSE|NOTICE)(\\.(txt|md))?|META-INF/license/[^/]+|META-INF/maven/[^/]+/[^/]+/LICENSE.*");

  private final Map<String, Licence> byLibrary = new LinkedHashMap<>();

  /** One row: an SPDX expression, and the holders of the rights. */
  record Licence(String expression, String rights) {
    /** Returns the licences under which the library is passed on: of alternatives, the first that is compatible. */
    List<String> chosen() {
      return Stream.of(OR.split(expression)).map(choice -> List.of(AND.split(choice))).filter(FINE::containsAll).findFirst()
          .orElseThrow(() -> new IllegalArgumentException(expression + " goes ill with Apache-2.0; fine are " + new TreeSet<>(FINE)));
    }
  }

  private LicenceTable(List<String> rows) {
    for (String row : rows) {
      String[] cells = row.split("\t", -1);
      if (cells.length != 3) {
        throw new IllegalArgumentException("expected three columns, got '" + row + "'");
      }
      byLibrary.put(cells[0], new Licence(cells[1], cells[2]));
    }
  }

  /** Returns the table of this project. */
  static LicenceTable load() throws IOException {
    return parse(resource("table.tsv"));
  }

  /** Returns a table from text: lines of three columns; {@code #} begins a comment. */
  static LicenceTable parse(String text) {
    return new LicenceTable(text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList());
  }

  /**
   * Returns the licence of a library.
   *
   * @throws IllegalArgumentException if there is none for it, or if it is incompatible with Terra's licence
   */
  Licence of(BundledLibrary library) {
    Licence licence = byLibrary.get(library.group() + ":" + library.artifact());
    Licence found = licence == null ? byLibrary.get(library.group() + ":*") : licence;
    if (found == null) {
      throw new IllegalArgumentException("no licence is known of " + library.group() + ":" + library.artifact()
          + ": look it up, and add a line to terra-dist/src/main/resources/dev/terra/dist/licences/table.tsv");
    }
    found.chosen();
    return found;
  }

  /** Returns the licence file of a library: the text in its own jar, or else the text of its licence. */
  String text(BundledLibrary library) throws IOException {
    Licence licence = of(library);
    List<String> parts = new ArrayList<>();
    parts.add(library.artifact() + " " + library.version() + ": " + licence.expression() + "\n"
        + (licence.rights().isEmpty() ? "" : licence.rights() + "\n"));
    parts.addAll(textsIn(library));
    if (parts.size() == 1) {
      for (String id : licence.chosen()) {
        parts.add(resource(id + ".txt"));
      }
    }
    return String.join("\n" + "-".repeat(80) + "\n\n", parts);
  }

  private static List<String> textsIn(BundledLibrary library) throws IOException {
    List<String> texts = new ArrayList<>();
    try (ZipFile jar = new ZipFile(library.file().toFile())) {
      List<? extends ZipEntry> entries = jar.stream()
          .filter(entry -> !entry.isDirectory() && TEXT_IN_JAR.matcher(entry.getName()).matches()).collect(Collectors.toList());
      for (ZipEntry entry : entries) {
        try (InputStream in = jar.getInputStream(entry)) {
          texts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return texts;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = LicenceTable.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IOException("there is no text " + name + " among the licences");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
