package dev.terra.agent.support;

import dev.terra.agent.tunnel.Replies;
import dev.terra.core.wan.SiteId;

/** Replies to sites that are all reached. */
@FunctionalInterface
public interface TestReplies extends Replies {
  /** Replies that go to a test. */
  static Replies to(TestReplies test) {
    return test;
  }

  /** Replies that nothing looks at. */
  static Replies unread() {
    return to((site, type, message) -> true);
  }

  @Override
  default boolean reaches(SiteId site) {
    return true;
  }
}
