package dev.terra.agent.receive;

import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions of all sending agents. The number of done segments that they remember together is bounded: beyond the bound, the session
 * that remembers most forgets its oldest segment. It is used on the agent's thread only.
 */
final class SenderSessions {
  /** The most sessions of a site's agent that are kept. Tunnels of an earlier session may remain for a second after the agent restarted. */
  private static final int MOST_SESSIONS = 4;
  /**
   * The most done segments that are remembered by number, so that late duplicates are recognized. Bytes of a forgotten number are requested
   * again. At some 100 bytes each, they take 20 MiB, however many sites and sessions there are.
   */
  static final int MOST_DONE = 200_000;

  private final Map<SiteId, Map<Long, SenderSession>> bySite = new HashMap<>();
  private int done;

  /** Returns a session of a site's agent, which is created if it is new. */
  SenderSession of(SiteId site, long session) {
    Map<Long, SenderSession> sessions = bySite.computeIfAbsent(site, key -> new LinkedHashMap<>());
    SenderSession known = sessions.computeIfAbsent(session, key -> new SenderSession(this::remembers));
    if (sessions.size() > MOST_SESSIONS) {
      Iterator<SenderSession> oldestFirst = sessions.values().iterator();
      done -= oldestFirst.next().doneCount();
      oldestFirst.remove();
    }
    return known;
  }

  /** Returns the sessions of a site. */
  Collection<SenderSession> of(SiteId site) {
    return bySite.getOrDefault(site, Map.of()).values();
  }

  /** Returns how many done segments are remembered. */
  int done() {
    return done;
  }

  private void remembers(int change) {
    done += change;
    if (done > MOST_DONE) {
      List<SenderSession> all = new ArrayList<>();
      bySite.values().forEach(sessions -> all.addAll(sessions.values()));
      all.stream().max(Comparator.comparingInt(SenderSession::doneCount)).ifPresent(SenderSession::forgetOldest);
    }
  }
}
