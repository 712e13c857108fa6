package dev.terra.agent.support;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds groups of classes that depend on each other, directly or through others. A nested class counts as part of its outer class. Pure.
 */
public final class ClassCycles {
  private final Map<String, Set<String>> dependencies = new TreeMap<>();

  private ClassCycles(JavaClasses classes) {
    for (JavaClass each : classes) {
      Set<String> targets = dependencies.computeIfAbsent(outer(each), name -> new TreeSet<>());
      each.getDirectDependenciesFromSelf().forEach(dependency -> targets.add(outer(dependency.getTargetClass().getBaseComponentType())));
    }
    dependencies.forEach((name, targets) -> {
      targets.remove(name);
      targets.retainAll(dependencies.keySet());
    });
  }

  private static String outer(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /** Returns the names of the classes of each group, in order. */
  public static List<Set<String>> in(JavaClasses classes) {
    return new ClassCycles(classes).groups();
  }

  private List<Set<String>> groups() {
    List<Set<String>> groups = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : dependencies.keySet()) {
      Set<String> around = new TreeSet<>(reachable(name));
      around.removeIf(other -> !reachable(other).contains(name));
      if (!around.isEmpty() && seen.addAll(around)) {
        groups.add(around);
      }
    }
    return groups;
  }

  /** Returns the classes on which a class depends, directly or not. The class itself is among them only if it is in a cycle. */
  private Set<String> reachable(String from) {
    Set<String> reached = new HashSet<>();
    List<String> next = new ArrayList<>(dependencies.get(from));
    while (!next.isEmpty()) {
      String name = next.remove(next.size() - 1);
      if (reached.add(name)) {
        next.addAll(dependencies.get(name));
      }
    }
    return reached;
  }
}
