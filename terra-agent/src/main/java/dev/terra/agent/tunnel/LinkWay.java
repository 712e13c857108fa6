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
 * What one end of a link has opened over it to the other: its line, its tunnels of one hop, and pipes. Both ends have a picture of it. When
 * nothing is heard of any of them the line says that the link is silent, and all of them hear of it; when the link is dead all of them are
 * closed. A line that ends takes its pipes along, as nothing can be said of them any more. May be used from any thread.
 */
final class LinkWay {
  private final LinkId link;
  private final AtomicLong reads = new AtomicLong();
  private final Set<PipeSide> sides = ConcurrentHashMap.newKeySet();
  private final Map<PipeNumber, PipeSide> pipes = new ConcurrentHashMap<>();
  private volatile @Nullable LineEnd line;
  private volatile String problem = "it has not answered yet";
  private volatile boolean silent;

  /** The way of a link in the direction in which its connections are opened; nothing was opened yet. */
  LinkWay(LinkId link) {
    this.link = link;
  }

  /** The link, for people. */
  LinkId link() {
    return link;
  }

  /** Counts what is heard of a connection. */
  void hear(Channel channel) {
    channel.pipeline().get(ConnectionBytes.class).countReadsIn(reads);
  }

  /** How often anything has been heard: of interest is whether it changes. */
  long reads() {
    return reads.get();
  }

  /** A connection crosses the link, until it is closed. */
  void add(Channel channel, PipeSide side) {
    hear(channel);
    sides.add(side);
    channel.closeFuture().addListener(closed -> sides.remove(side));
    if (silent) {
      side.link(true, silence());
    }
  }

  /** The connection of a pipe crosses the link, until it is closed. */
  void add(Channel channel, PipeNumber number, PipeSide side) {
    pipes.put(number, side);
    channel.closeFuture().addListener(closed -> pipes.remove(number));
    add(channel, side);
  }

  private String silence() {
    return "the link " + link + " is silent";
  }

  /** The line that stands. */
  Optional<LineEnd> line() {
    return Optional.ofNullable(line);
  }

  /** Why there is no line. */
  String problem() {
    return problem;
  }

  /** A line stands from now on; one before it was of an agent that is gone. */
  synchronized void began(LineEnd fresh) {
    LineEnd before = line;
    line = fresh;
    if (before != null) {
      before.close("there is a newer line");
    }
  }

  /** A line has ended. */
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

  /** There is no line yet again. */
  void problem(String why) {
    problem = why;
  }

  /** The link is silent, or heard again. */
  void silent(boolean now) {
    silent = now;
    String reason = now ? silence() : "the link " + link + " is heard again";
    sides.forEach(side -> side.link(now, reason));
  }

  /** The link is dead, and with it all that crosses it. */
  void close(long silentMillis) {
    String reason = "the link " + link + " has been silent for " + silentMillis + " ms";
    sides.forEach(side -> side.end(reason));
  }

  /** The other end says what has become of a pipe further on; pipes that have ended here meanwhile are left out. */
  void take(PipeNumber number, PipeNews.State state, String reason) {
    Optional.ofNullable(pipes.get(number)).ifPresent(side -> {
      switch (state) {
        case SILENT -> side.beyond(true, reason);
        case HEARD -> side.beyond(false, reason);
        case CLOSED -> side.closing(reason);
        case UNRECOGNIZED -> { } // a newer version has more to say
      }
    });
  }

  /** Tells the other end what has become of a pipe on this side; without a line the end of its connection has to say it. */
  void tell(PipeNumber number, PipeNews.State state, String reason) {
    line().ifPresent(stands -> stands.tell(number, state, reason));
  }
}
