package dev.terra.controller.core.submit;

import dev.terra.api.v1.Transfer;
import dev.terra.core.balance.BalanceKind;
import dev.terra.core.balance.DealtWork;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The slice that carries each transfer of a submitted shuffle, at both ends of the transfer. A transfer that has a slice keeps it until its
 * shuffle is over, so that no byte is requested twice. Agents report to a controller that has just begun which transfers they have. If
 * slices are chosen by hash, each transfer has one from the start. Otherwise the largest transfers are assigned first, to slices that have
 * room for more. This class is used on the controller's thread only.
 */
public final class TransferSlices {
  /** The most transfers that are kept, both those that agents reported and those that were assigned. Job masters may submit as many. */
  private static final long MOST_KEPT = 2_000_000;
  /** For how long transfers are gathered before they are assigned. Each time that transfers are assigned starts a round. */
  private static final long GATHER_NANOS = 250_000_000;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final Comparator<Transfer> LARGEST_FIRST =
      Comparator.comparingLong(Transfer::getBytes).reversed().thenComparing(Transfer::getNumber);

  private final Slices slices;
  private final BalanceKind kind;
  private final Map<ShuffleId, Dealt> shuffles = new HashMap<>();
  private final Map<SitePair, DealtWork.Learned> learned = new HashMap<>();
  private long draws;

  /** The slices of one shuffle's transfers, and the transfers that have none. */
  private static final class Dealt {
    private final Map<Integer, Integer> sliceByTransfer = new HashMap<>();
    private final Map<SitePair, Pool> pools = new TreeMap<>();
    /** The slices of transfers that agents of a site have reported, before it was known between which sites these transfers go. */
    private final Map<SiteId, Map<Integer, Integer>> saidBySite = new HashMap<>();

    /**
     * Assigns a transfer to the slice whose agent, at either of its sites, has reported that it has the transfer. Returns false if none
     * has.
     */
    boolean settle(int number, SitePair pair) {
      Stream.of(pair.from(), pair.to()).map(site -> saidBySite.getOrDefault(site, Map.of()).get(number)).filter(Objects::nonNull)
          .findFirst().ifPresent(slice -> sliceByTransfer.putIfAbsent(number, slice));
      return sliceByTransfer.containsKey(number);
    }

    long kept() {
      return sliceByTransfer.size() + saidBySite.values().stream().mapToLong(Map::size).sum();
    }
  }

  private static final class Pool {
    private final NavigableSet<Transfer> waiting = new TreeSet<>(LARGEST_FIRST);
    private final DealtWork work;
    private long bytes;
    private @Nullable Long dealtNanos;
    private boolean isTakenOver;
    /** The report that the hash took over, until it is taken. */
    private @Nullable String takeover;

    Pool(DealtWork.Learned before) {
      this.work = new DealtWork(before);
    }

    /**
     * Returns whether there is nothing to assign yet: transfers were assigned just before, and each slice has work for longer than until
     * the next time.
     */
    boolean gathers(long nowNanos) {
      return dealtNanos != null && nowNanos - dealtNanos < GATHER_NANOS
          && work.leftSeconds().values().stream().allMatch(seconds -> seconds > 2 * GATHER_NANOS / 1e9);
    }

    void look(SitePair pair, List<DealtWork.Member> members, long nowNanos) {
      work.look(members, bytes, nowNanos);
      if (work.isByHash() && !isTakenOver && !waiting.isEmpty()) {
        isTakenOver = true;
        String agents = work.leftSeconds().entrySet().stream().map(slice -> String.format(Locale.ROOT, "slice %d for %.1f s at %.1f MB/s",
            slice.getKey(), slice.getValue(), work.bytesPerSecond(slice.getKey()) / 1e6)).collect(Collectors.joining(", "));
        takeover = String.format(Locale.ROOT, "%s to %s: work left: %s; the hash deals the other %.1f MB", pair.from(), pair.to(), agents,
            bytes / 1e6);
      }
    }

    boolean add(Transfer transfer) {
      boolean added = waiting.add(transfer);
      bytes += added ? transfer.getBytes() : 0;
      return added;
    }

    void remove(Transfer transfer) {
      bytes -= waiting.remove(transfer) ? transfer.getBytes() : 0;
    }
  }

  /** Creates an object in which no transfer has a slice. */
  public TransferSlices(Slices slices, BalanceKind kind) {
    this.slices = slices;
    this.kind = kind;
  }

  /** Returns whether each transfer has a slice from the start. */
  boolean isByHash() {
    return slices.count() == 1 || kind == BalanceKind.HASH;
  }

  private int hash(ShuffleId id, int number) {
    return slices.of(id, number);
  }

  /** Returns the slice of a transfer, if it has one. */
  public OptionalInt of(ShuffleId id, int number) {
    if (isByHash()) {
      return OptionalInt.of(hash(id, number));
    }
    Integer slice = Optional.ofNullable(shuffles.get(id)).map(dealt -> dealt.sliceByTransfer.get(number)).orElse(null);
    return slice == null ? OptionalInt.empty() : OptionalInt.of(slice);
  }

  /**
   * Accepts transfers that are to be carried.
   *
   * @param pairs returns the sites between which a transfer goes at present
   * @return the transfers that have a slice; the others wait until they are assigned
   */
  List<Transfer> take(ShuffleId id, Collection<Transfer> transfers, Function<Transfer, SitePair> pairs) {
    if (isByHash()) {
      return List.copyOf(transfers);
    }
    List<Transfer> sliced = new ArrayList<>();
    Dealt dealt = shuffles.computeIfAbsent(id, key -> new Dealt());
    for (Transfer transfer : transfers) {
      SitePair pair = pairs.apply(transfer);
      if (dealt.settle(transfer.getNumber(), pair)) {
        sliced.add(transfer);
      } else {
        dealt.pools.values().forEach(pool -> pool.remove(transfer)); // its receiver may have been at another site
        DealtWork.Learned before = learned.getOrDefault(pair, DealtWork.Learned.nothing(kind.first()));
        dealt.pools.computeIfAbsent(pair, key -> new Pool(before)).add(transfer);
      }
    }
    return sliced;
  }

  /** Returns whether a slice carries a transfer. This is the same at both ends. */
  boolean carries(int slice, ShuffleId id, Transfer transfer) {
    return of(id, transfer.getNumber()).equals(OptionalInt.of(slice));
  }

  /** Returns the transfers from a site that have no slice. */
  List<Transfer> waiting(ShuffleId id, SiteId from) {
    return Optional.ofNullable(shuffles.get(id)).stream().flatMap(dealt -> dealt.pools.entrySet().stream())
        .filter(pool -> pool.getKey().from().equals(from)).flatMap(pool -> pool.getValue().waiting.stream()).toList();
  }

  /** Returns the pairs of sites between which a shuffle has transfers without a slice. */
  List<SitePair> waiting(ShuffleId id) {
    return pairs(id, entry -> !entry.getValue().waiting.isEmpty());
  }

  /**
   * Returns the pairs from a site whose transfers are assigned one by one. Pairs without waiting transfers are included, since the progress
   * of the last transfers shows how fast agents are.
   */
  List<SitePair> dealtFrom(ShuffleId id, SiteId from) {
    return pairs(id, entry -> entry.getKey().from().equals(from));
  }

  private List<SitePair> pairs(ShuffleId id, Predicate<Map.Entry<SitePair, Pool>> which) {
    return Optional.ofNullable(shuffles.get(id)).stream().flatMap(dealt -> dealt.pools.entrySet().stream()).filter(which)
        .map(Map.Entry::getKey).toList();
  }

  /**
   * Assigns waiting transfers to slices that have room.
   *
   * @param members the slices that have agents at both ends, with what each has left and has done of the shuffle between them
   * @return the transfers that have a slice from this call on
   */
  List<Transfer> deal(ShuffleId id, SitePair pair, List<DealtWork.Member> members, long nowNanos) {
    List<Transfer> given = new ArrayList<>();
    Dealt dealt = shuffles.get(id);
    Pool pool = dealt == null ? null : dealt.pools.get(pair);
    if (dealt == null || pool == null || members.isEmpty()) {
      return given;
    }
    pool.look(pair, members, nowNanos);
    if (pool.gathers(nowNanos)) {
      return given;
    }
    while (!pool.waiting.isEmpty()) {
      Transfer next = pool.waiting.first();
      draws += GOLDEN;
      OptionalInt slice = pool.work.next(next.getBytes(), pool.bytes, hash(id, next.getNumber()), draws);
      if (slice.isEmpty()) {
        break;
      }
      pool.remove(next);
      dealt.sliceByTransfer.put(next.getNumber(), slice.getAsInt());
      given.add(next);
    }
    if (!given.isEmpty()) {
      pool.dealtNanos = nowNanos;
    }
    learned.put(pair, pool.work.learned());
    return given;
  }

  /**
   * Takes the report that the hash took over what was left between two sites, because the policy did worse.
   *
   * @return what agents had at that time, for people; empty if the hash has not taken over, or if an earlier call has returned the report
   */
  Optional<String> takeover(ShuffleId id, SitePair pair) {
    Optional<Pool> pool = Optional.ofNullable(shuffles.get(id)).map(dealt -> dealt.pools.get(pair));
    Optional<String> takeover = pool.map(some -> some.takeover);
    pool.ifPresent(some -> some.takeover = null);
    return takeover;
  }

  /**
   * Assigns all transfers that wait between two sites by hash, because agents of these sites cannot report again which transfers they have.
   */
  List<Transfer> dealByHash(ShuffleId id, SitePair pair) {
    Dealt dealt = shuffles.get(id);
    Pool pool = dealt == null ? null : dealt.pools.remove(pair);
    if (dealt == null || pool == null) {
      return List.of();
    }
    pool.waiting.forEach(transfer -> dealt.sliceByTransfer.put(transfer.getNumber(), hash(id, transfer.getNumber())));
    return List.copyOf(pool.waiting);
  }

  /**
   * Handles the report of a slice's agent on which transfers of a shuffle it has or had. This controller may not have assigned them itself.
   * The report has no effect on transfers between other sites.
   *
   * @return those of the transfers that waited to be assigned
   */
  List<Transfer> has(ShuffleId id, SliceId slice, Collection<Integer> numbers) {
    if (isByHash() || numbers.isEmpty() || kept() + numbers.size() > MOST_KEPT) {
      return List.of();
    }
    Dealt dealt = shuffles.computeIfAbsent(id, key -> new Dealt());
    Map<Integer, Integer> said = dealt.saidBySite.computeIfAbsent(slice.site(), site -> new HashMap<>());
    numbers.forEach(number -> said.putIfAbsent(number, slice.number()));
    List<Transfer> waited = new ArrayList<>();
    dealt.pools.forEach((pair, pool) -> List.copyOf(pool.waiting).stream()
        .filter(transfer -> dealt.settle(transfer.getNumber(), pair)).forEach(transfer -> {
          pool.remove(transfer);
          waited.add(transfer);
        }));
    return waited;
  }

  private long kept() {
    return shuffles.values().stream().mapToLong(Dealt::kept).sum();
  }

  /** Forgets how slices of a site compared in earlier shuffles, because other agents carry these slices from this time on. */
  public void forget(SiteId site) {
    learned.keySet().removeIf(pair -> pair.from().equals(site) || pair.to().equals(site));
  }

  /** Forgets all shuffles but these. */
  void keep(Set<ShuffleId> known) {
    shuffles.keySet().retainAll(known);
  }

  /** Forgets a shuffle that is over. */
  void end(ShuffleId id) {
    shuffles.remove(id);
  }
}
