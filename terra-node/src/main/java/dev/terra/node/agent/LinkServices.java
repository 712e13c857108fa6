package dev.terra.node.agent;

import dev.terra.api.process.Guard;
import dev.terra.node.count.ShuffleCounts;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.Participation;
import dev.terra.node.proof.HandlerProofs;
import io.grpc.netty.shaded.io.netty.channel.EventLoop;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services that all links to agents share.
 *
 * @param registry the map outputs to announce
 * @param counts the counters that are sent with each heartbeat
 * @param trust how this node, its agents and readers authenticate each other
 * @param participation which jobs' shuffles may go through Terra; the others are only reported to agents
 * @param run the thread, the clocks and the other means with which links run
 */
public record LinkServices(OutputRegistry registry, ShuffleCounts counts, Trust trust, Participation participation, Run run) {
  /**
   * The means of authentication.
   *
   * @param proofs makes and checks proofs with the secrets of this node's jobs
   * @param tls the TLS between this node and its agents
   */
  public record Trust(HandlerProofs proofs, HandlerTls tls) {}

  /**
   * The means with which links run.
   *
   * @param loop one thread, which serves the network client and owns the state of all links: a heartbeat and its answer wake no other
   *     thread
   * @param nanoClock monotonic, ns
   * @param clock the time of day, for people
   * @param random for jitter
   * @param guard logs the failures of delayed tasks
   */
  public record Run(EventLoop loop, LongSupplier nanoClock, InstantSource clock, RandomGenerator random, Guard guard) {
    private static final Logger LOG = LoggerFactory.getLogger(LinkServices.class);

    /** Creates an object with a guard of its own. */
    public Run(EventLoop loop, LongSupplier nanoClock, InstantSource clock, RandomGenerator random) {
      this(loop, nanoClock, clock, random, new Guard("Terra: what is due on a link to an agent", LOG::warn));
    }
  }

  HandlerProofs proofs() {
    return trust.proofs();
  }

  HandlerTls tls() {
    return trust.tls();
  }

  EventLoop loop() {
    return run.loop();
  }

  LongSupplier nanoClock() {
    return run.nanoClock();
  }

  InstantSource clock() {
    return run.clock();
  }

  Guard guard() {
    return run.guard();
  }

  RandomGenerator random() {
    return run.random();
  }
}
