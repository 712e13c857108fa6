package dev.terra.agent.tunnel;

import java.util.List;
import java.util.Random;

/** The lines to all neighbours, kept open. On the agent's thread. */
public final class Lines implements AutoCloseable {
  private final List<LineOpener> openers;

  /** None open yet. */
  public Lines(TunnelContext context, Random random) {
    this.openers = context.links().values().stream().map(link -> new LineOpener(context, link, new Random(random.nextLong()))).toList();
  }

  /** Opens them, and again whenever one has ended. */
  public void open() {
    openers.forEach(LineOpener::open);
  }

  /** Closes them, and opens no more. */
  @Override
  public void close() {
    openers.forEach(LineOpener::close);
  }
}
