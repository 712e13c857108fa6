package dev.terra.agent.send;

import com.google.common.base.Ticker;
import dev.terra.agent.pace.Pacer.Limiter;
import dev.terra.agent.stats.Events;
import java.util.function.DoubleFunction;

/**
 * A limiter that behaves as Guava's does, traps included, on a clock of the test's. It stores the unused permits of one second, and grants
 * a request whole as soon as the one before it has been paid for.
 */
public final class VirtualLimiter implements Limiter {
  private final Ticker ticker;
  private final double rate;
  private double stored;
  private double nextFreeNanos;

  private VirtualLimiter(Ticker ticker, double rate) {
    this.ticker = ticker;
    this.rate = rate;
    this.nextFreeNanos = ticker.read();
  }

  public static DoubleFunction<Limiter> on(Ticker ticker) {
    return rate -> new VirtualLimiter(ticker, rate);
  }

  /** Returns a pump whose rates follow a clock of the test's. */
  public static Pump pump(Pump.Supply supply, SegmentAnswers answers, Events events, Ticker ticker) {
    return new Pump(supply, answers, events, ticker, on(ticker));
  }

  @Override
  public boolean tryAcquire(int permits) {
    double now = ticker.read();
    if (now < nextFreeNanos) {
      return false;
    }
    stored = Math.min(rate, stored + (now - nextFreeNanos) / 1e9 * rate);
    double fresh = Math.max(0, permits - stored);
    stored -= permits - fresh;
    nextFreeNanos = now + fresh / rate * 1e9;
    return true;
  }
}
