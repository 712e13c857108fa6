package dev.terra.controller.core;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Sends all kinds of events to a controller, in an order that a seed decides. */
final class RandomLife {
  private static final List<String> SITES = List.of("A", "B", "C");

  private final Harness harness = new Harness();
  private final Random random;
  private final long[] stream = {1, 2, 3};
  private int steps;

  RandomLife(Random random) {
    this.random = random;
    harness.helloAll();
  }

  Harness harness() {
    return harness;
  }

  /** Returns the stream of a site's agent. */
  long stream(int site) {
    return stream[site];
  }

  /** Lets one more event happen, and sometimes a round after it. Returns whether there was a round. */
  boolean step() {
    harness.at(steps++ * 0.2);
    int who = random.nextInt(3);
    event(who);
    if (!harness.status().getAgents(who).getAlive()) {
      comeBack(who);
    }
    boolean round = random.nextInt(3) == 0;
    if (round) {
      harness.round();
    }
    return round;
  }

  private void event(int who) {
    String shuffle = "job_" + random.nextInt(4);
    String site = SITES.get(random.nextInt(3));
    switch (random.nextInt(10)) {
      case 0 -> harness.produced(stream[who], shuffle, (long) random.nextInt(1000), (long) random.nextInt(1000));
      case 1 -> harness.placed(stream[who], shuffle, random.nextInt(2), site);
      case 2 -> harness.progress(stream[who], shuffle, site, random.nextInt(1000), random.nextInt(10), random.nextInt(2));
      case 3 -> harness.tunnel(stream[who], random.nextBoolean(), SITES.get(who), SITES.get((who + 1) % 3));
      case 4 -> comeBack(who);
      case 5 -> harness.state.streamEnded(stream[who], "gone", harness.nowNanos);
      case 6 -> harness.tick();
      case 7 -> rarely(() -> harness.ended(stream[who], shuffle));
      case 8 -> broadcast(who, site);
      default -> harness.alive(stream[who]);
    }
  }

  private void broadcast(int who, String site) {
    harness.describeBroadcast(stream[who], "an edge");
    if (random.nextBoolean()) {
      harness.readAt(stream[who], "an edge", site);
    } else {
      harness.broadcast(stream[who], "an edge", Map.of(site, (long) random.nextInt(100)), (long) random.nextInt(1000));
    }
  }

  private void rarely(Runnable event) {
    if (random.nextInt(10) == 0) {
      event.run();
    }
  }

  private void comeBack(int who) {
    stream[who] += 3;
    harness.hello(stream[who], SITES.get(who));
  }
}
