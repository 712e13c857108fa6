package dev.terra.agent.site;

import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.MapOutput;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this site knows of a job: its map outputs here, where its reducers run, and to which sites it goes through Terra. Only
 * the first attempt that is reported of a map counts for volumes and is pushed ahead; any attempt can be served. On the
 * agent's thread.
 */
final class Job {
  /** MapReduce: job, m, task, attempt. Tez: job, DAG, vertex, task, attempt, and then which of the attempt's outputs it is. */
  private static final Pattern ATTEMPT = Pattern.compile("(attempt_\\d+_\\d+_(?:[a-z]|\\d+_\\d+)_\\d+)_(\\d+)(?:_\\d+){0,2}");
  /** Offers name lengths before the index of the output was read; more than this many are not needed at any time. */
  private static final int MAX_OFFERED = 100_000;
  /** Of a broadcast; a WAN has far fewer. */
  private static final int MAX_SITES = 10_000;

  /** One map attempt's output. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Output(String map, String originIp, long[] partLengths, long[] rawLengths) {
    long part(int reduce) {
      return reduce < partLengths.length ? partLengths[reduce] : 0;
    }
  }

  private final String id;
  private String user = "";
  private int totalMaps;
  private int broadcastSites;
  private final Map<String, Output> outputs = new HashMap<>();
  private final Map<String, String> firstAttempts = new HashMap<>();
  private final List<Output> firstOutputs = new ArrayList<>();
  private final Map<SegmentKey, SegmentBook.Entry> offered = new LinkedHashMap<>();
  private final Map<Integer, SiteId> placement = new HashMap<>();
  private final Set<SiteId> throughTerra = new HashSet<>();
  private long[] bytesByReducer = new long[0];

  Job(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  String user() {
    return user;
  }

  void describe(String newUser, int newTotalMaps) {
    user = newUser.isEmpty() ? user : newUser;
    totalMaps = newTotalMaps > 0 ? newTotalMaps : totalMaps;
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

  /** Whether an output is one of the first attempt of its task that had any; a name of another form is a task of its own. */
  private boolean isOfFirstAttempt(String map) {
    Matcher matcher = ATTEMPT.matcher(map);
    String task = matcher.matches() ? matcher.group(1) : map;
    String attempt = matcher.matches() ? matcher.group(2) : "";
    return firstAttempts.computeIfAbsent(task, first -> attempt).equals(attempt);
  }

  /** Notes an output; returns it if it counts for volumes and had not been known. */
  Optional<Output> add(MapOutput message, String originIp) {
    Output output = new Output(
        message.getMap(), originIp, toArray(message.getPartLengthsList()), toArray(message.getRawLengthsList()));
    Output known = outputs.putIfAbsent(output.map, output);
    if (known != null) {
      return Optional.empty();
    }
    if (!isOfFirstAttempt(output.map)) {
      return Optional.empty();
    }
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
  void offered(SegmentKey key, long partLength, long rawLength) {
    boolean news = offered.size() < MAX_OFFERED && offered.putIfAbsent(key, new SegmentBook.Entry(user, partLength, rawLength)) == null;
    if (news && isFurther(key.reduce())) {
      grow(reducerOf(key.reduce()), partLength);
    }
  }

  private void grow(int reduce, long bytes) {
    if (reduce >= bytesByReducer.length) {
      bytesByReducer = Arrays.copyOf(bytesByReducer, reduce + 1);
    }
    bytesByReducer[reduce] += bytes;
  }

  SegmentBook.Entry find(SegmentKey key) {
    Output output = outputs.get(key.map());
    int reduce = reducerOf(key.reduce());
    if (output != null && output.originIp.equals(key.originIp()) && reduce < output.partLengths.length) {
      long raw = reduce < output.rawLengths.length ? output.rawLengths[reduce] : output.partLengths[reduce];
      return new SegmentBook.Entry(user, output.partLengths[reduce], raw);
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
