package dev.terra.agent.tunnel;

import dev.terra.agent.link.ConnectionBytes;
import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeSide;
import dev.terra.api.v1.PipeNews;
import dev.terra.core.wan.LinkId;
import io.netty.channel.Channel;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The connections that one end of a link has opened over it to the other: its line, its tunnels of one hop, and pipes. Both ends of the
 * link keep such an object. When nothing arrives by any of these connections, the line finds the link silent, and all of them are notified.
 * When the link is dead, all of them are closed. When the line ends, its pipes are closed, too, as nothing about them can be reported any
 * more. The object may be used from any thread.
 */
final class LinkWay {
  private final LinkId link;
  private final AtomicLong reads = new AtomicLong();
  private final Set<PipeSide> sides = ConcurrentHashMap.newKeySet();
  private final Map<PipeNumber, PipeSide> pipes = new ConcurrentHashMap<>();
  private volatile @Nullable LineEnd line;
  private volatile String problem = "it has not answered yet";
  private volatile boolean silent;

  /** Creates the way of a link in the direction in which its connections are opened. It has no connections. */
  LinkWay(LinkId link) {
    this.link = link;
  }

  /** Returns the link, for use in messages. */
  LinkId link() {
    return link;
  }

  /** Counts the reads of a connection. */
  void hear(Channel channel) {
    channel.pipeline().get(ConnectionBytes.class).countReadsIn(reads);
  }

  /** Returns the number of reads of all connections. Only changes of this number matter. */
  long reads() {
    return reads.get();
  }

  /** Adds a connection that crosses the link, until it is closed. */
  void add(Channel channel, PipeSide side) {
    hear(channel);
    sides.add(side);
    channel.closeFuture().addListener(closed -> sides.remove(side));
    if (silent) {
      side.link(true, silence());
    }
  }

  /** Adds the connection of a pipe that crosses the link, until it is closed. */
  void add(Channel channel, PipeNumber number, PipeSide side) {
    pipes.put(number, side);
    channel.closeFuture().addListener(closed -> pipes.remove(number));
    add(channel, side);
  }

  private String silence() {
    return "the link " + link + " is silent";
  }

  /** Returns the line that is open, if there is one. */
  Optional<LineEnd> line() {
    return Optional.ofNullable(line);
  }

  /** Returns why there is no line. */
  String problem() {
    return problem;
  }

  /** Takes over a new line. An older line is closed, as it belongs to an agent that is gone. */
  synchronized void began(LineEnd fresh) {
    LineEnd before = line;
    line = fresh;
    if (before != null) {
      before.close("there is a newer line");
    }
  }

  /** Handles the end of a line: closes its pipes, unless a newer line has replaced it. */
  synchronized void ended(LineEnd gone, String why) {
    if (line == gone) {
      line = null;
      problem = why;
      if (silent) {
        silent(false);
      }
      pipes.values().forEach(side -> side.end("the line of the link " + link + " has ended: " + why));
    }
  }

  /** Records why another attempt to open the line has failed. */
  void problem(String why) {
    problem = why;
  }

  /** Notifies all connections that nothing arrives over the link any more, or that something arrives again. */
  void silent(boolean now) {
    silent = now;
    String reason = now ? silence() : "the link " + link + " is no longer silent";
    sides.forEach(side -> side.link(now, reason));
  }

  /** Closes all connections that cross the link, since it is dead. */
  void close(long silentMillis) {
    String reason = "the link " + link + " has been silent for " + silentMillis + " ms";
    sides.forEach(side -> side.end(reason));
  }

  /** Handles the other end's report of what has become of a pipe further on. Reports about pipes that have ended here are dropped. */
  void take(PipeNumber number, PipeNews.State state, String reason) {
    Optional.ofNullable(pipes.get(number)).ifPresent(side -> {
      switch (state) {
        case SILENT -> side.beyond(true, reason);
        case HEARD -> side.beyond(false, reason);
        case CLOSED -> side.closing(reason);
        case UNRECOGNIZED -> { } // a newer version may send other states
      }
    });
  }

  /**
   * Reports to the other end what has become of a pipe on this side. Without a line, the other end notices only that the pipe's connection
   * ends.
   */
  void tell(PipeNumber number, PipeNews.State state, String reason) {
    line().ifPresent(stands -> stands.tell(number, state, reason));
  }
}
