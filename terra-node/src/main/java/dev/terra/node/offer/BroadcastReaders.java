package dev.terra.node.offer;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.core.limit.BoundedMap;
import dev.terra.node.output.NodeOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Who reads which broadcast outputs through Terra. Any number of tasks at a site, also on one node, may read the same one, and
 * nothing in a request tells them apart: so each that comes takes a turn of its own, under which agents carry bytes for it
 * alone. One whose redirect did not work comes again in the same way; agents know whether those before it were served.
 * Thread-safe.
 */
public final class BroadcastReaders {
  /** Readers of an output at one site; whoever comes above gets its bytes directly. */
  static final int MAX_TURNS = 1_000;
  /**
   * Outputs and sites, some 20 MiB with a reader each. Above it the oldest are forgotten, at the price of readers that get the turn of
   * somebody else, and their bytes directly if that one reads at that moment.
   */
  static final int MAX_READINGS = 50_000;
  /** Named to an agent with one request, oldest first. */
  static final int MAX_EARLIER = 200;
  /** By then a redirected reader has made its site's agent ask for its bytes, over links with full queues too. */
  static final long DUE_NANOS = ProtocolTiming.BROADCAST_DUE.nanos();

  private final LongSupplier nanoClock;
  private final Map<Reading, Map<Integer, Turn>> turns = new BoundedMap<>(MAX_READINGS);

  /** Nobody reads anything yet. */
  public BroadcastReaders(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  private record Reading(int siteNumber, NodeOutput output) {}

  /** Who has a turn, since when, and whether an agent has found that its redirect worked. */
  private static final class Turn {
    private final RemoteFetch fetch;
    private final long nanos;
    private boolean served;

    Turn(RemoteFetch fetch, long nanos) {
      this.fetch = fetch;
      this.nanos = nanos;
    }
  }

  /**
   * What a request got.
   *
   * @param turn the how-manieth reader of its site it is for all its outputs, from 0
   * @param earlier those before it with the same address of whom it is not known whether their redirect worked
   */
  public record Claim(int turn, List<Earlier> earlier) {}

  /** A reader who came before; {@code due}: so long ago that its bytes have been asked for, if its redirect worked. */
  public record Earlier(NodeOutput output, int turn, boolean due) {}

  /** Takes the first turn that none of a request's outputs has given to anybody; empty if there are too many already. */
  public synchronized Optional<Claim> claim(RemoteFetch fetch) {
    long now = nanoClock.getAsLong();
    List<Map<Integer, Turn>> taken = new ArrayList<>();
    List<Earlier> earlier = new ArrayList<>();
    for (NodeOutput output : fetch.outputs()) {
      Map<Integer, Turn> ofOutput = turns.computeIfAbsent(new Reading(fetch.client().siteNumber(), output), key -> new TreeMap<>());
      taken.add(ofOutput);
      ofOutput.forEach((turn, reader) -> {
        if (reader.fetch.client().ip().equals(fetch.client().ip()) && !reader.served && earlier.size() < MAX_EARLIER) {
          earlier.add(new Earlier(output, turn, now - reader.nanos > DUE_NANOS));
        }
      });
    }
    int turn = 0;
    while (isTaken(turn, taken)) {
      turn++;
    }
    if (turn >= MAX_TURNS) {
      return Optional.empty();
    }
    for (Map<Integer, Turn> ofOutput : taken) {
      ofOutput.put(turn, new Turn(fetch, now));
    }
    return Optional.of(new Claim(turn, earlier));
  }

  private static boolean isTaken(int turn, List<Map<Integer, Turn>> taken) {
    return taken.stream().anyMatch(ofOutput -> ofOutput.containsKey(turn));
  }

  /** A request was redirected: so the redirects before it that were due had worked. */
  public synchronized void redirected(RemoteFetch fetch, Claim claim) {
    for (Earlier before : claim.earlier()) {
      Turn turn = turns.getOrDefault(new Reading(fetch.client().siteNumber(), before.output()), Map.of()).get(before.turn());
      if (turn != null && before.due()) {
        turn.served = true;
      }
    }
  }

  /** A request was not redirected after all: what it took, if it took anything, is free. */
  @SuppressWarnings("ReferenceEquality") // another request may be equal to it
  public synchronized void release(RemoteFetch fetch) {
    for (NodeOutput output : fetch.outputs()) {
      Map<Integer, Turn> ofOutput = turns.get(new Reading(fetch.client().siteNumber(), output));
      if (ofOutput != null) {
        ofOutput.values().removeIf(turn -> turn.fetch == fetch);
      }
    }
  }

  /** Forgets a job. */
  public synchronized void jobEnded(String job) {
    turns.keySet().removeIf(reading -> reading.output().job().equals(job));
  }
}
