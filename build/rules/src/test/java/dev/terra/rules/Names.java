package dev.terra.rules;

import com.google.common.graph.Graph;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.ImmutableGraph;
import com.google.common.graph.MutableGraph;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds which top-level class names which other in its source, with javac's parser. Compiled classes do not show all uses: the compiler
 * inlines constants, and then the class file does not name the class of the constant. An import counts as a use.
 */
final class Names extends TreeScanner<Void, Void> {
  private final Set<String> known;
  private final String packageName;
  private final Map<String, String> imported = new HashMap<>();
  private final Set<String> nested = new HashSet<>();
  private final Set<String> simple = new HashSet<>();
  private final Set<String> used = new HashSet<>();

  private Names(Set<String> known, String packageName) {
    this.known = known;
    this.packageName = packageName;
  }

  /** Returns which of the classes of these files uses which other, by full names. */
  static Graph<String> uses(Map<Path, String> classes) {
    MutableGraph<String> graph = GraphBuilder.directed().allowsSelfLoops(false).build();
    Set<String> known = Set.copyOf(classes.values());
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      for (CompilationUnitTree unit : parsed(javac, files, files.getJavaFileObjectsFromPaths(classes.keySet()))) {
        String user = classes.get(Path.of(unit.getSourceFile().toUri()));
        graph.addNode(user);
        in(unit, known).stream().filter(other -> !other.equals(user)).forEach(other -> graph.putEdge(user, other));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ImmutableGraph.copyOf(graph);
  }

  private static Iterable<? extends CompilationUnitTree> parsed(
      JavaCompiler javac, StandardJavaFileManager files, Iterable<? extends JavaFileObject> sources) throws IOException {
    return ((JavacTask) javac.getTask(null, files, null, List.of("-proc:none"), null, sources)).parse();
  }

  /** Returns the known classes that a source names. */
  private static Collection<String> in(CompilationUnitTree unit, Set<String> known) {
    Names names = new Names(known, unit.getPackageName().toString());
    names.scan(unit, null);
    names.simple.removeAll(names.nested);
    names.simple.forEach(name -> names.resolved(name).ifPresent(names.used::add));
    return names.used;
  }

  private Optional<String> resolved(String simpleName) {
    return Optional.of(imported.getOrDefault(simpleName, packageName + "." + simpleName)).filter(known::contains);
  }

  @Override
  public Void visitImport(ImportTree tree, Void none) {
    String name = tree.getQualifiedIdentifier().toString();
    topLevel(name).ifPresent(used::add);
    if (!tree.isStatic()) {
      imported.put(name.substring(name.lastIndexOf('.') + 1), name);
    }
    return null;
  }

  @Override
  public Void visitClass(ClassTree tree, Void none) {
    nested.add(tree.getSimpleName().toString());
    return super.visitClass(tree, null);
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Void none) {
    simple.add(tree.getName().toString());
    return null;
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree tree, Void none) {
    qualified(tree).filter(known::contains).ifPresent(used::add);
    return super.visitMemberSelect(tree, null);
  }

  private static Optional<String> qualified(ExpressionTree tree) {
    if (tree instanceof IdentifierTree identifier) {
      return Optional.of(identifier.getName().toString());
    }
    return tree instanceof MemberSelectTree select
        ? qualified(select.getExpression()).map(left -> left + "." + select.getIdentifier()) : Optional.empty();
  }

  /** Returns the class that an import names, or whose nested class or member it names. */
  private Optional<String> topLevel(String name) {
    String left = name;
    while (!known.contains(left) && left.contains(".")) {
      left = left.substring(0, left.lastIndexOf('.'));
    }
    return Optional.of(left).filter(known::contains);
  }
}
