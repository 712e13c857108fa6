package dev.terra.rules;

import com.google.common.base.Suppliers;
import com.google.common.graph.Graph;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.ImmutableGraph;
import com.google.common.graph.MutableGraph;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The main classes of all modules, as compiled, and the main sources of the checkout, which include modules that the build leaves out. */
final class House {
  private static final Path ROOT = Path.of(System.getProperty("terra.root"));
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final String GENERATED = "dev.terra.api.v1";
  /** The folders of code that tests and measures the product, and is not part of it. */
  private static final Pattern NOT_SHIPPED = Pattern.compile("(lab|tpc-workloads|testbed|build)/.*");
  private static final House INSTANCE = new House();

  private final JavaClasses classes = new ClassFileImporter().importPackages("dev.terra");
  private final Supplier<Graph<String>> uses =
      Suppliers.memoize(() -> Names.uses(sources().stream().collect(Collectors.toMap(file -> file, House::nameOf))));

  private House() {
  }

  /** Reads all classes, once for all tests. */
  static House get() {
    return INSTANCE;
  }

  /** Returns the main classes of every module. This module, which contains only tests, is not among them. */
  Stream<JavaClass> classes() {
    return classes.stream().filter(c -> !c.getPackageName().startsWith("dev.terra.rules"));
  }

  /** Returns the main classes without those that are generated from the protocol's definitions. */
  Stream<JavaClass> written() {
    return classes().filter(c -> !c.getPackageName().equals(GENERATED));
  }

  /** Returns all imported classes, for ArchUnit's own rules. */
  JavaClasses imported() {
    return classes;
  }

  /** Returns the folders of the build's modules that have main sources, relative to the checkout. */
  static List<String> modules() {
    return Stream.of("", "lab/").flatMap(part -> MODULE.matcher(read(ROOT.resolve(part + "pom.xml"))).results()
        .map(found -> part + found.group(1))).filter(module -> Files.isDirectory(ROOT.resolve(module).resolve("src/main/java"))).toList();
  }

  /** Returns the folder of the module that contains a class. */
  static String moduleOf(JavaClass javaClass) {
    URI uri = javaClass.getSource().orElseThrow(() -> new AssertionError(javaClass + " comes from no file")).getUri();
    Path file = Path.of(uri.toString().replaceFirst("^(jar:)?file:/*", "/").replaceFirst("!.*", ""));
    return ROOT.relativize(file).toString().replaceFirst("/target/.*", "");
  }

  /** Returns the main source files of the checkout, including those of the testbed's run times. */
  static List<Path> sources() {
    return sources("main");
  }

  static List<Path> testSources() {
    return sources("test");
  }

  private static List<Path> sources(String kind) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.filter(file -> ROOT.relativize(file).toString().matches("(?!.*/target/).*src/" + kind + "/java/.*\\.java"))
          .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("module-info.java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether a source file belongs to a module that operators install. */
  static boolean isProduct(Path source) {
    return !NOT_SHIPPED.matcher(ROOT.relativize(source).toString()).matches();
  }

  /** Returns whether a class belongs to a module that operators install. */
  static boolean isProduct(JavaClass javaClass) {
    return !NOT_SHIPPED.matcher(moduleOf(javaClass) + "/").matches();
  }

  /** Returns the simple names of the classes that are generated from the protocol's definitions. */
  Stream<String> generatedNames() {
    return classes().filter(c -> c.getPackageName().equals(GENERATED) && c.isTopLevelClass()).map(JavaClass::getSimpleName);
  }

  /** Returns which top-level class uses which other in its source, by full names. Generated classes are left out. */
  Graph<String> uses() {
    return uses.get();
  }

  /** Returns which package uses which other. */
  Graph<String> packages() {
    MutableGraph<String> graph = GraphBuilder.directed().allowsSelfLoops(false).build();
    uses().edges().forEach(edge -> connect(graph, packageOf(edge.source()), packageOf(edge.target())));
    return ImmutableGraph.copyOf(graph);
  }

  static String packageOf(String className) {
    return className.substring(0, className.lastIndexOf('.'));
  }

  private static void connect(MutableGraph<String> graph, String user, String used) {
    if (!user.equals(used)) {
      graph.putEdge(user, used);
    }
  }

  static String simpleName(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }

  /** Returns the package whose main sources are in a folder. */
  static String packageIn(Path folder) {
    return folder.toString().replaceFirst(".*src/main/java/", "").replace('/', '.');
  }

  private static String nameOf(Path source) {
    return source.toString().replaceFirst(".*src/main/java/", "").replace(".java", "").replace('/', '.');
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
