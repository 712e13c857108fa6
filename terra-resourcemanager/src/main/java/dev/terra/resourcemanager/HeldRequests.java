package dev.terra.resourcemanager;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * The requests for reducers of one attempt that wait until the last maps have ended: an application master asks as soon as its maps say
 * that they are done, and their containers, and the controller's advice, are a second or two behind. A scheduler that has a request gives
 * all containers to the first node that comes. Requests wait once in an attempt, and at most {@link #MOST_NANOS}. One owner.
 */
final class HeldRequests {
  /** Heartbeats of a node and of an application master, one after the other, and an answer of the controller. */
  static final long MOST_NANOS = 5_000_000_000L;

  /** The last request of each priority. */
  private final SortedMap<Integer, ResourceRequest> held = new TreeMap<>();
  private long sinceNanos;
  private boolean over;

  /**
   * The requests of a call that are to be passed on now, with those that have waited, if they need not wait any more.
   *
   * @param mayWait which requests may wait
   * @param early whether it is worth it to wait
   */
  List<ResourceRequest> pass(List<ResourceRequest> asks, Predicate<ResourceRequest> mayWait, boolean early, long nowNanos) {
    List<ResourceRequest> passed = new ArrayList<>();
    for (ResourceRequest ask : asks) {
      int priority = ask.getPriority().getPriority();
      boolean waits = !over && mayWait.test(ask) && (held.containsKey(priority) || (early && ask.getNumContainers() > 0));
      if (waits) {
        sinceNanos = held.isEmpty() ? nowNanos : sinceNanos;
        held.put(priority, ask);
      } else {
        passed.add(ask);
      }
    }
    if (!held.isEmpty() && (!early || nowNanos - sinceNanos >= MOST_NANOS)) {
      passed.addAll(release());
    }
    return passed;
  }

  /** Whether any wait. */
  boolean isWaiting() {
    return !held.isEmpty();
  }

  /** Gives the requests that wait; none waits any more from now on. */
  List<ResourceRequest> release() {
    List<ResourceRequest> released = List.copyOf(held.values());
    held.clear();
    over = true;
    return released;
  }
}
