package dev.terra.sim.bound;

import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The least average completion time that any schedule over the path sets can reach, even one that knows all arrivals in advance.
 *
 * <p>Releases and completions divide time into intervals. For a given order of these events, the best schedule is a linear program: its
 * variables are the times of the completions and the bytes that flow on each path in each interval, whose length is linear in them
 * ({@link OrderProgram}). So the optimum is the least value over all orders, and a branch and bound over the next event finds it: the
 * program of the first events of an order, with everything later relaxed, bounds all orders that begin with these events. (The usual
 * time-indexed program with binary variables has an error due to its grid; this one has none.) The number of orders grows like the
 * factorial of the number of coflows, so the method is for small instances. Where the limit of programs is reached, the result is the least
 * bound of all unexplored orders, which is still a lower bound.
 */
public final class OptimalOrder {
  /** An order whose bound is within this share of the best known value is not explored. */
  private static final double TOLERANCE = 1e-6;

  private record Node(double bound, List<OrderEvent> events) {}

  private final PathSets paths;
  private final long maxPrograms;

  /**
   * Makes a solver over these paths.
   *
   * @param maxPrograms the most linear programs that are solved for an instance, at least 1
   */
  public OptimalOrder(PathSets paths, long maxPrograms) {
    this.paths = paths;
    this.maxPrograms = maxPrograms;
  }

  /**
   * Returns the bound of an instance.
   *
   * @param reachedSeconds an average completion time that some schedule over these paths reaches, with which the search starts
   */
  public Bound solve(List<BoundItem> instance, double reachedSeconds) {
    return new Search(instance.stream().sorted(Comparator.comparingDouble(BoundItem::releaseSeconds)).toList(), reachedSeconds).bound();
  }

  /** The search through the orders of one instance. */
  private final class Search {
    private final OrderProgram program;
    private final List<BoundItem> items;
    private double best;
    private double unexplored = Double.POSITIVE_INFINITY;
    private long solved;

    Search(List<BoundItem> items, double reachedSeconds) {
      this.items = items;
      this.program = new OrderProgram(paths, items);
      this.best = reachedSeconds * items.size();
    }

    Bound bound() {
      explore(new Node(0, List.of()));
      double value = Math.min(best, unexplored);
      return new Bound(value / items.size(), unexplored >= best * (1 - TOLERANCE), solved);
    }

    private void explore(Node node) {
      if (node.bound() >= best * (1 - TOLERANCE)) {
        return;
      }
      if (node.events().size() == 2 * items.size()) {
        best = node.bound();
        return;
      }
      List<Node> children = new ArrayList<>();
      for (OrderEvent event : nextEvents(node.events())) {
        if (solved >= maxPrograms) {
          unexplored = Math.min(unexplored, node.bound());
          continue;
        }
        List<OrderEvent> longer = new ArrayList<>(node.events());
        longer.add(event);
        solved++;
        children.add(new Node(Math.max(node.bound(), program.leastSum(longer)), longer));
      }
      children.sort(Comparator.comparingDouble(Node::bound));
      children.forEach(this::explore);
    }

    /** Returns the next release, if there is one, and the completion of any coflow that has been released. */
    private List<OrderEvent> nextEvents(List<OrderEvent> events) {
      List<OrderEvent> next = new ArrayList<>();
      int released = (int) events.stream().filter(OrderEvent::release).count();
      if (released < items.size()) {
        next.add(new OrderEvent(true, released));
        if (items.get(released).releaseSeconds() <= lastReleaseSeconds(released)) {
          return next;
        }
      }
      for (int item = 0; item < released; item++) {
        OrderEvent completion = new OrderEvent(false, item);
        if (!events.contains(completion)) {
          next.add(completion);
        }
      }
      return next;
    }

    /** Returns the time of the last release: coflows with the same release time are released one after the other, before any completion. */
    private double lastReleaseSeconds(int released) {
      return released == 0 ? Double.POSITIVE_INFINITY : items.get(released - 1).releaseSeconds();
    }
  }
}
