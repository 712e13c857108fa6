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
 * The state of a shuffle at this site: its outputs here, the places of its readers, and the sites to which it goes through Terra. Only the
 * first reported attempt of a producer counts for volumes and is pushed ahead; any attempt can be served. An instance is used on the
 * agent's thread only.
 */
final class SiteShuffle {
  /** The most segments whose lengths from offers are kept. They are used until the handler has reported the lengths of the output. */
  private static final int MAX_OFFERED = 100_000;

  /** One output, and the name by which its handler serves it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Output(OutputId id, String name, String originIp, long[] partLengths, long[] rawLengths) {
    long part(int partition) {
      return partition < partLengths.length ? partLengths[partition] : 0;
    }

    boolean has(Partitions partitions) {
      return partitions.end() <= partLengths.length;
    }

    /** Returns the entry of one of this output's segments, with its lengths. */
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

  /** Notes a handler's description of this shuffle; returns whether it has changed. */
  boolean describe(ShuffleDescriptor said) {
    boolean news = !descriptor.equals(said);
    descriptor = said;
    return news;
  }

  /** Notes that no byte of this shuffle is to be sent before it is requested. */
  void onDemand() {
    onDemand = true;
  }

  /** Returns whether no byte of this shuffle is sent before it is requested, since the reader of each part is not known earlier. */
  boolean isOnDemand() {
    return onDemand || isAmbiguous();
  }

  /**
   * Notes where a partition that is sent on demand is read. Only the first place counts, although another stage, another attempt or other
   * readers of the partition may be elsewhere.
   *
   * @return whether no place was known
   */
  boolean placeFirst(int partition, SiteId at) {
    return placement.putIfAbsent(partition, at) == null;
  }

  /** Notes bytes that a site requests on demand for the first time. */
  void asked(SiteId at, long bytes) {
    askedBytes.merge(at, bytes, Long::sum);
  }

  /** Notes the expected number of producers; 0 if it is not known. */
  void totalMaps(int count) {
    totalMaps = count > 0 ? count : totalMaps;
  }

  /** Returns whether this shuffle is a broadcast: any number of readers at any number of sites get all bytes of each partition. */
  boolean isBroadcast() {
    return descriptor.broadcast();
  }

  /** Returns whether an output is of the first attempt of its producer that had an output. */
  private boolean isOfFirstAttempt(OutputId output) {
    return firstAttempts.computeIfAbsent(output.producer(), first -> output.attempt()) == output.attempt();
  }

  /** Notes the number of an output of a first attempt. If a producer has two, it is not known which reader reads which output. */
  private void noteNumber(OutputId output) {
    int first = firstOutputNumbers.computeIfAbsent(output.producer(), producer -> output.output());
    severalOutputs |= first != output.output();
  }

  /**
   * Returns whether a producer has several outputs in this shuffle. Each partition then has a reader for each output, and only the requests
   * show which reader reads which output. A broadcast is never ambiguous, since each of its readers has an index by what it requests.
   */
  boolean isAmbiguous() {
    return severalOutputs && !isBroadcast();
  }

  /** Returns whether an output is known. */
  boolean has(MapOutput message) {
    return outputs.containsKey(OutputId.of(message.getOutput()));
  }

  /** Notes an output; returns it if it counts for volumes and was not known before. */
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

  /** Notes bytes for a reader of a broadcast that is not the first one at its site. */
  void addFurther(SiteId at, long bytes) {
    furtherBytes.merge(at, bytes, Long::sum);
  }

  /** Returns the bytes of a broadcast for readers after the first one at each site. */
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

  /** Returns the outputs that count for volumes. */
  Collection<Output> firstOutputs() {
    return firstOutputs;
  }

  int finishedMaps() {
    return firstAttempts.size();
  }

  int totalMaps() {
    return totalMaps;
  }

  /** Returns the number of partitions of the known outputs. */
  int partitions() {
    return bytesByReducer.length;
  }

  long[] bytesByReducer() {
    return bytesByReducer;
  }

  Map<Integer, SiteId> placement() {
    return placement;
  }

  /** Notes the place of a reducer; returns its earlier place. */
  Optional<SiteId> place(int reduce, SiteId site) {
    return Optional.ofNullable(placement.put(reduce, site));
  }

  /** Returns the sites that read a broadcast. */
  Set<SiteId> readingSites() {
    return readingSites;
  }

  /** Returns the sites with at least one reader. */
  Set<SiteId> sites() {
    return isBroadcast() ? Set.copyOf(readingSites) : Set.copyOf(placement.values());
  }

  /** Returns the partitions that are read at a site: those of the reducers there, or all partitions of a broadcast. */
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

  /** Returns the handlers that have described this shuffle. */
  Set<String> tellers() {
    return tellers;
  }

  /** Returns the grants to the agents of other sites, by site. */
  Map<SiteId, SessionGrant> grants() {
    return grants;
  }

  /** Returns the sites at which a reader has proved that it belongs to the job. */
  Set<SiteId> provenSites() {
    return provenSites;
  }

  /** Returns the sites, none of them in {@link #throughTerra}, to which small fetches went by tunnels, and the class of the last one. */
  Map<SiteId, LatencyClass> smallByTunnels() {
    return smallByTunnels;
  }

  Set<SiteId> throughTerra() {
    return throughTerra;
  }
}
