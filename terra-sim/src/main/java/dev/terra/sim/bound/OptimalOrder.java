package dev.terra.sim.bound;

import dev.terra.schedule.path.PathSets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The least average completion time that any schedule over the path sets can reach, even one that knows all arrivals in advance.
 *
 * <p>Releases and completions cut time into intervals. For a given order of these events the best schedule is a linear program:
 * its variables are the times of the completions and the bytes that flow on each path in each interval, whose length is linear in
 * them ({@link OrderProgram}). So the optimum is the least value over all orders, and a branch and bound over the next event
 * finds it: the program of the first events of an order, with everything later relaxed, bounds all orders that begin so. (A
 * time-indexed program with binaries, the usual way, errs by its grid; this one does not.) The number of orders grows like the
 * factorial of the coflows, so it is for small instances; where the limit of programs is reached, the result is the least bound
 * of what was left unexplored, and still a lower bound.
 */
public final class OptimalOrder {
  /** What is within this share of the best known value is not looked at any more. */
  private static final double TOLERANCE = 1e-6;

  private record Node(double bound, List<OrderEvent> events) {}

  private final PathSets paths;
  private final long maxPrograms;

  /**
   * Over these paths.
   *
   * @param maxPrograms how many linear programs an instance may cost, at least 1
   */
  public OptimalOrder(PathSets paths, long maxPrograms) {
    this.paths = paths;
    this.maxPrograms = maxPrograms;
  }

  /**
   * The bound of an instance.
   *
   * @param reachedSeconds an average completion time that some schedule over these paths reaches, to start from
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

    /** The next release, if there is one, and the completion of any coflow that was released. */
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

    /** Coflows that are released together are released one after the other, before anything is completed. */
    private double lastReleaseSeconds(int released) {
      return released == 0 ? Double.POSITIVE_INFINITY : items.get(released - 1).releaseSeconds();
    }
  }
}
