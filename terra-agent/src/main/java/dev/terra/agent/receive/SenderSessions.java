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
 * The sessions of all sending agents. What they remember together of segments that are done is bounded: where that is too much, the one
 * that remembers most forgets its oldest. On the agent's thread.
 */
final class SenderSessions {
  /** Sessions of a site's agent that are kept apart; tunnels of an earlier one may linger for a second after it restarted. */
  private static final int MOST_SESSIONS = 4;
  /**
   * Numbers of segments that are done, so that late duplicates are known for what they are; of a number that is forgotten its bytes are
   * asked for again. At some 100 bytes each 20 MiB, however many sites and sessions there are.
   */
  static final int MOST_DONE = 200_000;

  private final Map<SiteId, Map<Long, SenderSession>> bySite = new HashMap<>();
  private int done;

  /** What a session of a site's agent has told. */
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

  /** The sessions of a site. */
  Collection<SenderSession> of(SiteId site) {
    return bySite.getOrDefault(site, Map.of()).values();
  }

  /** How many done segments are remembered. */
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
