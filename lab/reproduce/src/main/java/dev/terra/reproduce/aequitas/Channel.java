package dev.terra.reproduce.aequitas;

import dev.terra.reproduce.event.Clock;
import dev.terra.reproduce.event.Packet;
import dev.terra.reproduce.event.Port;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a class from one host to another: requests one after the other, in packets within a window. If a
 * packet is not acknowledged in time, everything from it on is sent again.
 */
final class Channel {
  private final Clock clock;
  private final Transport transport;
  private final Way way;
  private final Consumer<Request> done;
  private final @Nullable DelayWindow window;

  private @Nullable Request oldest;
  private @Nullable Request sending;
  private @Nullable Request newest;
  private long end;
  private long next;
  private long acknowledged;
  private long received;
  private long deadline;
  private boolean timed;

  Channel(Clock clock, Transport transport, Way way, Consumer<Request> done) {
    this.clock = clock;
    this.transport = transport;
    this.way = way;
    this.done = done;
    this.window = transport.window() == null ? null : new DelayWindow(transport.window());
  }

  /**
   * The way of the packets of a class.
   *
   * @param queue the number of the class
   * @param delayPicos from a host to the switch
   * @param there the ports to the receiver
   * @param back the ports to the sender
   */
  record Way(int queue, long delayPicos, List<Port> there, List<Port> back) {}

  void offer(Request request) {
    end += request.bytes;
    request.end = end;
    if (newest == null) {
      oldest = request;
    } else {
      newest.next = request;
    }
    newest = request;
    if (sending == null) {
      sending = request;
    }
    send();
  }

  private void send() {
    while (sending != null && isOpen()) {
      if (next == acknowledged) {
        deadline = clock.now() + timeout();
      }
      long to = Math.min(next + transport.payload(), sending.end);
      clock.after(way.delayPicos(), new Data(next, to, clock.now()));
      next = to;
      if (next == sending.end) {
        sending = sending.next;
      }
      setTimeout();
    }
  }

  /** Returns whether the window has room. It needs room for a whole packet, even if the next one is small. */
  private boolean isOpen() {
    return window == null || next + transport.payload() <= acknowledged + (long) window.packets() * transport.payload();
  }

  private void receive(Data packet) {
    if (packet.from == received) {
      received = packet.to;
    }
    clock.after(way.delayPicos(), new Acknowledgement(received, packet.sent));
  }

  private void acknowledge(long upTo, long sent) {
    if (upTo <= acknowledged) {
      return;
    }
    acknowledged = upTo;
    next = Math.max(next, upTo);
    if (window != null) {
      window.acknowledged(clock.now() - sent, clock.now());
    }
    end();
    send();
    deadline = clock.now() + timeout();
  }

  private void end() {
    while (oldest != null && oldest.end <= acknowledged) {
      Request ended = oldest;
      oldest = ended.next;
      if (sending == ended) {
        sending = ended.next;
      }
      if (oldest == null) {
        newest = null;
      }
      done.accept(ended);
    }
  }

  private long timeout() {
    return transport.window() == null ? 0 : transport.window().timeoutPicos();
  }

  private void setTimeout() {
    if (transport.window() != null && !timed) {
      timed = true;
      clock.at(deadline, this::look);
    }
  }

  private void look() {
    if (acknowledged == end) {
      timed = false;
    } else if (clock.now() < deadline) {
      clock.at(deadline, this::look);
    } else {
      if (window != null) {
        window.timedOut(clock.now());
      }
      next = acknowledged;
      sending = oldest;
      deadline = clock.now() + timeout();
      clock.at(deadline, this::look);
      send();
    }
  }

  /** A packet that passes ports one after the other. */
  private abstract static class Passing extends Packet {
    private final List<Port> ports;
    private int passed;

    Passing(int bytes, int queue, List<Port> ports) {
      super(bytes, queue);
      this.ports = ports;
    }

    @Override
    public final void happen() {
      if (passed < ports.size()) {
        ports.get(passed++).offer(this);
      } else {
        arrive();
      }
    }

    abstract void arrive();
  }

  private final class Data extends Passing {
    private final long from;
    private final long to;
    private final long sent;

    Data(long from, long to, long sent) {
      super((int) (to - from) + transport.headerBytes(), way.queue(), way.there());
      this.from = from;
      this.to = to;
      this.sent = sent;
    }

    @Override
    void arrive() {
      receive(this);
    }
  }

  private final class Acknowledgement extends Passing {
    private final long upTo;
    private final long sent;

    Acknowledgement(long upTo, long sent) {
      super(transport.headerBytes(), way.queue(), way.back());
      this.upTo = upTo;
      this.sent = sent;
    }

    @Override
    void arrive() {
      acknowledge(upTo, sent);
    }
  }
}
