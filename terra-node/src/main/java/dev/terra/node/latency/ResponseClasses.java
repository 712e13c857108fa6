package dev.terra.node.latency;

import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.node.site.SiteMap;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The latency classes of this node's responses to readers at other sites, which are not planned. A class with a promise between two sites
 * admits as many responses as keep the promise; the others are sent as bulk. Thread-safe.
 */
public final class ResponseClasses {
  private final Supplier<Optional<ClassTable>> table;
  private final Supplier<Optional<SiteMap>> sites;
  private final AdmissionBook book;
  private final LongSupplier nanoClock;
  private final RandomGenerator random;

  /**
   * Creates an object that applies the classes that agents send.
   *
   * @param table returns the classes that they have sent last; empty if there are none, so that responses are not marked
   * @param sites returns the map of sites, for the sites of readers
   * @param book decides which responses are admitted
   * @param nanoClock monotonic, ns
   * @param random draws which responses are admitted
   */
  public ResponseClasses(Supplier<Optional<ClassTable>> table, Supplier<Optional<SiteMap>> sites, AdmissionBook book,
      LongSupplier nanoClock, RandomGenerator random) {
    this.table = table;
    this.sites = sites;
    this.book = book;
    this.nanoClock = nanoClock;
    this.random = random;
  }

  /**
   * A response that has begun.
   *
   * @param latencyClass the class with which it is sent
   * @param typeOfService the value of its socket's option {@code IP_TOS}
   * @param promise the promise of its class; null if there is none, or if the response was not admitted, so that it is not measured
   */
  public record Begun(
      SitePair pair, LatencyClass latencyClass, int typeOfService, @Nullable LatencyTarget promise, long beganNanos) {}

  /**
   * Begins a response to a job's reader at another site; empty if its packets are to be left as they are.
   *
   * @param job the id of a MapReduce job or of a YARN application; empty if it is not known
   * @param large true if Terra would have planned it: it gets no higher class than normal
   */
  public Optional<Begun> begin(String job, boolean large, InetAddress reader) {
    Optional<ClassTable> known = table.get();
    return known.flatMap(classes -> pair(reader).map(pair -> begin(classes, wanted(classes, job, large), pair)));
  }

  private Optional<SitePair> pair(InetAddress reader) {
    return sites.get().flatMap(map -> map.siteOf(reader).filter(site -> !site.equals(map.ownSite()))
        .map(site -> new SitePair(new SiteId(map.ownSite()), new SiteId(site))));
  }

  private static LatencyClass wanted(ClassTable classes, String job, boolean large) {
    LatencyClass wanted = classes.of(job);
    return large && wanted == LatencyClass.INTERACTIVE ? LatencyClass.NORMAL : wanted;
  }

  private Begun begin(ClassTable classes, LatencyClass wanted, SitePair pair) {
    long now = nanoClock.getAsLong();
    LatencyTarget promise = classes.target(wanted, pair).orElse(null);
    boolean admitted = promise == null || book.admit(pair, wanted, random.nextDouble(), now);
    LatencyClass given = admitted ? wanted : LatencyClass.BULK;
    return new Begun(pair, given, classes.marks().typeOfService(given), admitted ? promise : null, now);
  }

  /**
   * Returns the value of {@code IP_TOS} for an application's reader at another site, where responses are marked and not measured; empty if
   * its packets are to be left as they are.
   */
  public Optional<Integer> typeOfService(String application, InetAddress reader) {
    return table.get().filter(known -> pair(reader).isPresent())
        .map(classes -> classes.marks().typeOfService(classes.of(application)));
  }

  /**
   * Notes that the kernel has accepted all of a small response. The bytes that higher classes send are counted, so that plans leave room
   * for them.
   */
  public void sent(Begun response, long bytes) {
    if (response.latencyClass() != LatencyClass.BULK) {
      book.sent(response.pair(), response.latencyClass(), bytes, nanoClock.getAsLong());
    }
  }

  /** Notes that all of a response has reached its reader. */
  public void arrived(Begun response, long bytes) {
    LatencyTarget promise = response.promise();
    if (promise != null) {
      long now = nanoClock.getAsLong();
      book.ended(response.pair(), promise, bytes, Math.max(0, now - response.beganNanos()), now);
    }
  }
}
