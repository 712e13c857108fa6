package dev.terra.agent.pipe;

/**
 * One side of what crosses a link: hears when that link, or one further on, is silent, heard again, or dead. Two of them have a word: the
 * link that it crosses, which is watched here, and the neighbour behind, which speaks for what is further on. Subclasses hear of what
 * comes of both. May be used from any thread.
 */
public abstract class PipeSide {
  private boolean linkSilent;
  private boolean beyondSilent;
  private boolean closed;

  /** The link that it crosses is silent, or heard again. */
  public final synchronized void link(boolean silent, String reason) {
    boolean before = linkSilent || beyondSilent;
    linkSilent = silent;
    tell(before, reason);
  }

  /** A link further on is silent, or heard again. */
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

  /** The neighbour behind says why it closes the connection, which it does as soon as what it has sent before is on its way. */
  public abstract void closing(String reason);

  /** Its link has come to its end. Counts once. */
  public final synchronized void end(String reason) {
    if (!closed) {
      closed = true;
      close(reason);
    }
  }

  /** Whether something that it crosses is silent has changed. */
  protected abstract void silent(boolean now, String reason);

  /** It is to be closed. */
  protected abstract void close(String reason);
}
