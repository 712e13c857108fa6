package dev.terra.resourcemanager;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * The requests for reducers of one attempt that wait until the last maps have ended. An application master requests reducers as soon
 * as its maps report that they are done, but the maps' containers end, and the controller's advice follows, a second or two later.
 * Without the wait, a scheduler would give all containers to the first node that reports. Requests wait once in an attempt, and for
 * at most {@link #MOST_NANOS}. It has one owner.
 */
final class HeldRequests {
  /**
   * The longest wait. It covers heartbeats of a node and of an application master, one after the other, and an answer of the
   * controller.
   */
  static final long MOST_NANOS = 5_000_000_000L;

  /** The last waiting request of each priority. */
  private final SortedMap<Integer, ResourceRequest> held = new TreeMap<>();
  private long sinceNanos;
  private boolean over;

  /**
   * Returns the requests of a call that are to be passed on at once, together with those that have waited long enough.
   *
   * @param mayWait whether a request may wait
   * @param early whether waiting is worth it
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

  /** Returns whether any request waits. */
  boolean isWaiting() {
    return !held.isEmpty();
  }

  /** Returns the requests that wait. From then on, no request waits any more. */
  List<ResourceRequest> release() {
    List<ResourceRequest> released = List.copyOf(held.values());
    held.clear();
    over = true;
    return released;
  }
}
