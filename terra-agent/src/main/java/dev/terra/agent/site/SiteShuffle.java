package dev.terra.agent.site;

import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.Partitions;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.SegmentLength;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What this site knows of a shuffle: its outputs here, where its readers run, and to which sites it goes through Terra. Only
 * the first attempt that is reported of a producer counts for volumes and is pushed ahead; any attempt can be served. On the
 * agent's thread.
 */
final class SiteShuffle {
  /** Offers name lengths before the index of the output was read; more than this many are not needed at any time. */
  private static final int MAX_OFFERED = 100_000;

  /** One output, and by which name its handler serves it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Output(OutputId id, String name, String originIp, long[] partLengths, long[] rawLengths) {
    long part(int partition) {
      return partition < partLengths.length ? partLengths[partition] : 0;
    }

    boolean has(Partitions partitions) {
      return partitions.end() <= partLengths.length;
    }

    /** The lengths of a segment of it that it has. */
    SegmentBook.Entry entry(String user, Partitions partitions) {
      long part = sum(partLengths, partitions);
      long raw = partitions.end() <= rawLengths.length ? sum(rawLengths, partitions) : part;
      return new SegmentBook.Entry(new SegmentBook.ServedAs(user, name), part, raw);
    }

    private static long sum(long[] lengths, Partitions partitions) {
      return Arrays.stream(lengths, partitions.first(), partitions.end()).sum();
    }
  }

  private final ShuffleId id;
  private ShuffleDescriptor descriptor;
  private int totalMaps;
  private final Map<OutputId, Output> outputs = new HashMap<>();
  private final Map<Integer, Integer> firstAttempts = new HashMap<>();
  private final List<Output> firstOutputs = new ArrayList<>();
  private final Map<SegmentId, SegmentBook.Entry> offered = new LinkedHashMap<>();
  private final Map<Integer, SiteId> placement = new HashMap<>();
  private final Set<SiteId> readingSites = new HashSet<>();
  private final Map<SiteId, Long> furtherBytes = new HashMap<>();
  private final Set<SiteId> throughTerra = new HashSet<>();
  private final Map<SiteId, LatencyClass> smallByTunnels = new HashMap<>();
  private final Set<String> tellers = new HashSet<>();
  private final Set<SiteId> provenSites = new HashSet<>();
  private final Map<SiteId, SessionGrant> grants = new HashMap<>();
  private final Map<Integer, Integer> firstOutputNumbers = new HashMap<>();
  private final Map<SiteId, Long> askedBytes = new HashMap<>();
  private boolean severalOutputs;
  private boolean onDemand;
  private long[] bytesByReducer = new long[0];

  SiteShuffle(ShuffleId id) {
    this.id = id;
    this.descriptor = ShuffleDescriptor.unknown(id);
  }

  ShuffleId id() {
    return id;
  }

  ShuffleDescriptor descriptor() {
    return descriptor;
  }

  /** Notes what its handler says of it; returns whether that has changed. */
  boolean describe(ShuffleDescriptor said) {
    boolean news = !descriptor.equals(said);
    descriptor = said;
    return news;
  }

  /** Notes that nothing of it is to be sent before it is asked for. */
  void onDemand() {
    onDemand = true;
  }

  /** Whether nothing of it is sent before it is asked for: who reads which part is not known before. */
  boolean isOnDemand() {
    return onDemand || isAmbiguous();
  }

  /**
   * Notes where a partition is read that is sent on demand. It counts where it was read first: another stage, another attempt or another
   * part of its readers may be elsewhere.
   *
   * @return whether it was not known
   */
  boolean placeFirst(int partition, SiteId at) {
    return placement.putIfAbsent(partition, at) == null;
  }

  /** Notes bytes that a site asks for on demand, for the first time. */
  void asked(SiteId at, long bytes) {
    askedBytes.merge(at, bytes, Long::sum);
  }

  /** Notes how many producers there are to be; 0: that is not known. */
  void totalMaps(int count) {
    totalMaps = count > 0 ? count : totalMaps;
  }

  /** Whether any number of readers at any number of sites get all bytes of each partition. */
  boolean isBroadcast() {
    return descriptor.broadcast();
  }

  /** Whether an output is one of the first attempt of its producer that had any. */
  private boolean isOfFirstAttempt(OutputId output) {
    return firstAttempts.computeIfAbsent(output.producer(), first -> output.attempt()) == output.attempt();
  }

  /** Notes which of its producer's outputs one of the first attempt is: of two it is not known who reads which. */
  private void noteNumber(OutputId output) {
    int first = firstOutputNumbers.computeIfAbsent(output.producer(), producer -> output.output());
    severalOutputs |= first != output.output();
  }

  /**
   * Whether a producer has several outputs that are one shuffle: each partition has a reader for each of them, and only their requests
   * tell which one reads which. Not so of broadcasts, each of whose readers has an index by what it asks for.
   */
  boolean isAmbiguous() {
    return severalOutputs && !isBroadcast();
  }

  /** Whether an output is known. */
  boolean has(MapOutput message) {
    return outputs.containsKey(OutputId.of(message.getOutput()));
  }

  /** Notes an output; returns it if it counts for volumes and had not been known. */
  Optional<Output> add(MapOutput message, String originIp) {
    Output output = new Output(OutputId.of(message.getOutput()), message.getName(), originIp,
        toArray(message.getPartLengthsList()), toArray(message.getRawLengthsList()));
    Output known = outputs.putIfAbsent(output.id, output);
    if (known != null) {
      return Optional.empty();
    }
    if (!isOfFirstAttempt(output.id)) {
      return Optional.empty();
    }
    noteNumber(output.id);
    firstOutputs.add(output);
    for (int reduce = 0; reduce < output.partLengths.length; reduce++) {
      grow(reduce, output.partLengths[reduce]);
    }
    return Optional.of(output);
  }

  private static long[] toArray(List<Long> list) {
    return list.stream().mapToLong(Long::longValue).toArray();
  }

  /** Notes the lengths of a segment that is to go through Terra. */
  void offered(SegmentId id, SegmentLength segment) {
    if (offered.size() < MAX_OFFERED) {
      offered.putIfAbsent(id, new SegmentBook.Entry(
          new SegmentBook.ServedAs(descriptor.owner().user(), segment.getName()), segment.getPartLength(), segment.getRawLength()));
    }
  }

  /** Notes bytes for a reader of a broadcast who is not the first one at its site. */
  void addFurther(SiteId at, long bytes) {
    furtherBytes.merge(at, bytes, Long::sum);
  }

  /** Bytes of a broadcast for readers after the first one at each site. */
  Map<SiteId, Long> furtherBytes() {
    return furtherBytes;
  }

  private void grow(int reduce, long bytes) {
    if (reduce >= bytesByReducer.length) {
      bytesByReducer = Arrays.copyOf(bytesByReducer, reduce + 1);
    }
    bytesByReducer[reduce] += bytes;
  }

  SegmentBook.Entry find(SegmentCopy key) {
    Output output = outputs.get(key.output());
    if (output != null && output.originIp.equals(key.originIp()) && output.has(key.segment().partitions())) {
      return output.entry(descriptor.owner().user(), key.segment().partitions());
    }
    SegmentBook.Entry entry = offered.get(key.segment());
    return entry != null ? entry : SegmentBook.Entry.unreadable("no such map output is known at its site");
  }

  /** Outputs that count for volumes. */
  Collection<Output> firstOutputs() {
    return firstOutputs;
  }

  int finishedMaps() {
    return firstAttempts.size();
  }

  int totalMaps() {
    return totalMaps;
  }

  /** How many partitions its known outputs have. */
  int partitions() {
    return bytesByReducer.length;
  }

  long[] bytesByReducer() {
    return bytesByReducer;
  }

  Map<Integer, SiteId> placement() {
    return placement;
  }

  /** Places a reducer; returns where it was before. */
  Optional<SiteId> place(int reduce, SiteId site) {
    return Optional.ofNullable(placement.put(reduce, site));
  }

  /** The sites that read a broadcast. */
  Set<SiteId> readingSites() {
    return readingSites;
  }

  /** The sites where any reader is. */
  Set<SiteId> sites() {
    return isBroadcast() ? Set.copyOf(readingSites) : Set.copyOf(placement.values());
  }

  /** The partitions that are read at a site: those of the reducers there, of a broadcast all. */
  List<Integer> partitionsAt(SiteId site) {
    if (isBroadcast()) {
      return readingSites.contains(site) ? IntStream.range(0, bytesByReducer.length).boxed().toList() : List.of();
    }
    return placement.entrySet().stream().filter(entry -> entry.getValue().equals(site)).map(Map.Entry::getKey).toList();
  }

  long knownBytesTo(SiteId site) {
    return Math.max(askedBytes.getOrDefault(site, 0L), placedBytes(site));
  }

  private long placedBytes(SiteId site) {
    return furtherBytes.getOrDefault(site, 0L)
        + partitionsAt(site).stream().mapToLong(reduce -> reduce < bytesByReducer.length ? bytesByReducer[reduce] : 0).sum();
  }

  /** The handlers that told of it. */
  Set<String> tellers() {
    return tellers;
  }

  /** What agents of other sites were granted, by site. */
  Map<SiteId, SessionGrant> grants() {
    return grants;
  }

  /** The sites at which a reader has proved that it is of the job. */
  Set<SiteId> provenSites() {
    return provenSites;
  }

  /** The sites to which small fetches of it went by tunnels, and the class of the last one: none of those in {@link #throughTerra}. */
  Map<SiteId, LatencyClass> smallByTunnels() {
    return smallByTunnels;
  }

  Set<SiteId> throughTerra() {
    return throughTerra;
  }
}
