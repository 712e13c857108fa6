package dev.terra.agent.tunnel;

import java.util.List;
import java.util.Random;

/** The lines to all neighbours, which it keeps open. It is used on the agent's thread only. */
public final class Lines implements AutoCloseable {
  private final List<LineOpener> openers;

  /** Creates the openers of the lines. No line is open. */
  public Lines(TunnelContext context, Random random) {
    this.openers = context.links().values().stream().map(link -> new LineOpener(context, link, new Random(random.nextLong()))).toList();
  }

  /** Opens the lines, and opens each again when it has ended. */
  public void open() {
    openers.forEach(LineOpener::open);
  }

  /** Closes the lines. None is opened afterwards. */
  @Override
  public void close() {
    openers.forEach(LineOpener::close);
  }
}
