package dev.terra.workloads.query;

import dev.terra.workloads.Suite;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The queries of suites by their names, such as {@code q14a}. Queries that are derived from TPC's specifications are read from the archive
 * of Spark's own tests, which contains them. The others are our own, and are resources of this module.
 */
public final class Queries {
  /** The number of our own queries. */
  static final int OWN = 12;
  private static final Pattern NAME = Pattern.compile("q(\\d+)([ab]?)");
  private static final Pattern OLD_NAME = Pattern.compile("\\bc_last_review_date\\b");
  private static final String SUFFIX = ".sql";

  private Queries() {}

  /**
   * Returns all queries of a suite, by name, in the order of their numbers.
   *
   * @param archive the jar of Spark's tests
   * @throws IOException if the archive cannot be read, or has no query of the suite
   */
  public static Map<String, String> of(Suite suite, Path archive) throws IOException {
    return suite == Suite.BIGBENCH ? own() : inArchive(suite.label() + "/", archive);
  }

  private static Map<String, String> inArchive(String folder, Path archive) throws IOException {
    try (ZipFile jar = new ZipFile(archive.toFile())) {
      List<? extends ZipEntry> entries = jar.stream().filter(entry -> entry.getName().startsWith(folder)
          && entry.getName().endsWith(SUFFIX) && NAME.matcher(name(entry, folder)).matches())
          .sorted(Comparator.comparing(entry -> order(name(entry, folder)))).toList();
      if (entries.isEmpty()) {
        throw new FileNotFoundException(archive + " has no queries below " + folder);
      }
      Map<String, String> queries = new LinkedHashMap<>();
      for (ZipEntry entry : entries) {
        try (InputStream in = jar.getInputStream(entry)) {
          queries.put(name(entry, folder), inThisEdition(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
      }
      return queries;
    }
  }

  /** Adapts queries of the first edition of TPC-DS to tables of the present edition, in which a column has another name. */
  private static String inThisEdition(String sql) {
    return OLD_NAME.matcher(sql).replaceAll("$0_sk");
  }

  private static String name(ZipEntry entry, String folder) {
    return entry.getName().substring(folder.length(), entry.getName().length() - SUFFIX.length());
  }

  private static String order(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() ? String.format(Locale.ROOT, "%03d%s", Integer.parseInt(matcher.group(1)), matcher.group(2)) : name;
  }

  private static Map<String, String> own() throws IOException {
    Map<String, String> queries = new LinkedHashMap<>();
    for (String name : IntStream.rangeClosed(1, OWN).mapToObj(number -> "q" + number).toList()) {
      try (InputStream in = Queries.class.getResourceAsStream("/bigbench/" + name + SUFFIX)) {
        if (in == null) {
          throw new FileNotFoundException("no query bigbench/" + name + SUFFIX);
        }
        queries.put(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return queries;
  }
}
