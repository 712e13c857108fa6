package dev.terra.node.limit;

import java.util.HashMap;
import java.util.Map;

/** A bounded number of places, of which one peer (a job, an application) gets at most a part, so that others find some. Thread-safe. */
public final class PeerShares {
  private final int places;
  private final int mostOfOne;
  private final Map<String, Integer> byPeer = new HashMap<>();
  private int taken;

  /** Creates so many places in all, and so many for one peer. */
  public PeerShares(int places, int mostOfOne) {
    this.places = places;
    this.mostOfOne = mostOfOne;
  }

  /** Returns so many places, of which one peer gets three quarters at most. */
  public static PeerShares of(int places) {
    return new PeerShares(places, places - places / 4);
  }

  /** Takes a place for a peer; returns false if there is none, or the peer has its part. */
  public synchronized boolean take(String peer) {
    int own = byPeer.getOrDefault(peer, 0);
    if (taken == places || own == mostOfOne) {
      return false;
    }
    byPeer.put(peer, own + 1);
    taken++;
    return true;
  }

  /** Gives back a place that a peer has taken. */
  public synchronized void give(String peer) {
    Integer own = byPeer.get(peer);
    if (own == null) {
      throw new IllegalStateException(peer + " gives back more than it has taken");
    }
    taken--;
    if (own == 1) {
      byPeer.remove(peer);
    } else {
      byPeer.put(peer, own - 1);
    }
  }
}
