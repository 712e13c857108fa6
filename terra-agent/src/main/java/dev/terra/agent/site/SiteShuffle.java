package dev.terra.agent.site;

import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.SegmentLength;
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

/**
 * What this site knows of a shuffle: its outputs here, where its readers run, and to which sites it goes through Terra. Only
 * the first attempt that is reported of a producer counts for volumes and is pushed ahead; any attempt can be served. On the
 * agent's thread.
 */
final class SiteShuffle {
  /** Offers name lengths before the index of the output was read; more than this many are not needed at any time. */
  private static final int MAX_OFFERED = 100_000;
  /** Of a broadcast; a WAN has far fewer. */
  private static final int MAX_SITES = 10_000;

  /** One output, and by which name its handler serves it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Output(OutputId id, String name, String originIp, long[] partLengths, long[] rawLengths) {
    long part(int partition) {
      return partition < partLengths.length ? partLengths[partition] : 0;
    }
  }

  private final ShuffleId id;
  private ShuffleDescriptor descriptor;
  private int totalMaps;
  private int broadcastSites;
  private final Map<OutputId, Output> outputs = new HashMap<>();
  private final Map<Integer, Integer> firstAttempts = new HashMap<>();
  private final List<Output> firstOutputs = new ArrayList<>();
  private final Map<SegmentCopy, SegmentBook.Entry> offered = new LinkedHashMap<>();
  private final Map<Integer, SiteId> placement = new HashMap<>();
  private final Set<SiteId> throughTerra = new HashSet<>();
  private final Map<Integer, Integer> firstOutputNumbers = new HashMap<>();
  private boolean ambiguous;
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

  /** Notes what its handler says of it; returns whether that is news. */
  boolean describe(ShuffleDescriptor said) {
    boolean news = !descriptor.equals(said);
    descriptor = said;
    return news;
  }

  /** Notes how many producers there are to be; 0: that is not known. */
  void totalMaps(int count) {
    totalMaps = count > 0 ? count : totalMaps;
  }

  /** It is a broadcast to so many sites; 0: it is none, or that is not known. */
  void describeBroadcast(int sites) {
    if (sites < 0 || sites > MAX_SITES) {
      throw new IllegalArgumentException("expected a broadcast to at most " + MAX_SITES + " sites, got " + Integer.toUnsignedString(sites));
    }
    broadcastSites = sites > 0 ? sites : broadcastSites;
  }

  /** The reducer as whose bytes those of a reader count: of several readers of a broadcast at one site that is the first. */
  int reducerOf(int reader) {
    return broadcastSites > 0 ? reader % broadcastSites : reader;
  }

  /** Whether a broadcast has an earlier reader at the site of this one. */
  boolean isFurther(int reader) {
    return reducerOf(reader) != reader;
  }

  /** Whether an output is one of the first attempt of its producer that had any. */
  private boolean isOfFirstAttempt(OutputId output) {
    return firstAttempts.computeIfAbsent(output.producer(), first -> output.attempt()) == output.attempt();
  }

  /** Notes which of its producer's outputs one of the first attempt is: of two it is not known who reads which. */
  private void noteNumber(OutputId output) {
    int first = firstOutputNumbers.computeIfAbsent(output.producer(), producer -> output.output());
    ambiguous |= first != output.output() && broadcastSites == 0;
  }

  /**
   * Whether a producer has several outputs that are one shuffle: each partition has a reader for each of them, and only their requests
   * tell which one reads which. Not so of broadcasts, whose readers are numbered by what they ask for.
   */
  boolean isAmbiguous() {
    return ambiguous;
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

  /** Notes the lengths of a segment that is to go through Terra; the bytes of a further reader of a broadcast come on top of volumes. */
  void offered(SegmentCopy key, SegmentLength segment) {
    SegmentBook.Entry entry = new SegmentBook.Entry(
        new SegmentBook.ServedAs(descriptor.owner().user(), segment.getName()), segment.getPartLength(), segment.getRawLength());
    boolean news = offered.size() < MAX_OFFERED && offered.putIfAbsent(key, entry) == null;
    if (news && isFurther(key.segment().partition())) {
      grow(reducerOf(key.segment().partition()), segment.getPartLength());
    }
  }

  private void grow(int reduce, long bytes) {
    if (reduce >= bytesByReducer.length) {
      bytesByReducer = Arrays.copyOf(bytesByReducer, reduce + 1);
    }
    bytesByReducer[reduce] += bytes;
  }

  SegmentBook.Entry find(SegmentCopy key) {
    Output output = outputs.get(key.output());
    int reduce = reducerOf(key.segment().partition());
    if (output != null && output.originIp.equals(key.originIp()) && reduce < output.partLengths.length) {
      long raw = reduce < output.rawLengths.length ? output.rawLengths[reduce] : output.partLengths[reduce];
      return new SegmentBook.Entry(new SegmentBook.ServedAs(descriptor.owner().user(), output.name), output.partLengths[reduce], raw);
    }
    SegmentBook.Entry entry = offered.get(key);
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

  List<Integer> reducersAt(SiteId site) {
    return placement.entrySet().stream().filter(entry -> entry.getValue().equals(site)).map(Map.Entry::getKey).toList();
  }

  long knownBytesTo(SiteId site) {
    return reducersAt(site).stream().mapToLong(reduce -> reduce < bytesByReducer.length ? bytesByReducer[reduce] : 0).sum();
  }

  Set<SiteId> throughTerra() {
    return throughTerra;
  }
}
