package dev.terra.agent.pipe;

/**
 * One side of a connection that crosses a link. It is notified when that link, or a link further on, is silent, is not silent any more, or
 * is dead. The notifications come from two sources: the link that the connection crosses, which is watched here, and the neighbour behind
 * it, which reports on what is further on. Subclasses are notified of the combination of both. It may be used from any thread.
 */
public abstract class PipeSide {
  private boolean linkSilent;
  private boolean beyondSilent;
  private boolean closed;

  /** Notes that nothing arrives over the link any more, or that something arrives again. */
  public final synchronized void link(boolean silent, String reason) {
    boolean before = linkSilent || beyondSilent;
    linkSilent = silent;
    tell(before, reason);
  }

  /** Notes that nothing arrives over a link further on any more, or that something arrives again. */
  public final synchronized void beyond(boolean silent, String reason) {
    boolean before = linkSilent || beyondSilent;
    beyondSilent = silent;
    tell(before, reason);
  }

  private void tell(boolean before, String reason) {
    boolean now = linkSilent || beyondSilent;
    if (now != before && !closed) {
      silent(now, reason);
    }
  }

  /** Notes why the neighbour behind closes the connection. The neighbour closes it as soon as what it has sent before is on its way. */
  public abstract void closing(String reason);

  /** Closes the connection, as its link has ended. Further calls have no effect. */
  public final synchronized void end(String reason) {
    if (!closed) {
      closed = true;
      close(reason);
    }
  }

  /** Handles that the connection has come to cross a silent link, or crosses none any more. */
  protected abstract void silent(boolean now, String reason);

  /** Closes the connection. */
  protected abstract void close(String reason);
}
