package dev.terra.agent;

import dev.terra.agent.control.ControlClient;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.submit.SubmittedTransfers;
import dev.terra.api.timing.ProtocolTiming;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The regular work of an agent, which {@link Timers} run. It is used on the agent's thread only. */
final class RegularWork implements Timers.Work {
  private static final int FLUSH_BEATS = 1;
  private static final int CREDIT_BEATS = 3;
  private static final int RATES_BEATS = 5;
  private static final int PROGRESS_BEATS = 10;
  private static final int HEARTBEAT_BEATS = (int) (ProtocolTiming.BEAT.millis() / Timers.BEAT_MILLIS);
  private static final int SECOND_BEATS = 50;

  private final Sending sending;
  private final Receiving receiving;
  private final SubmittedTransfers transfers;
  private final Gateway gateway;
  private final ControlClient client;
  private final ControllerReports reports;
  private final AgentViews views;

  RegularWork(Control.Data data, Gateway gateway, ControlClient client, ControllerReports reports, AgentViews views) {
    this.sending = data.sending();
    this.receiving = data.receiving();
    this.transfers = data.transfers();
    this.gateway = gateway;
    this.client = client;
    this.reports = reports;
    this.views = views;
  }

  @Override
  public List<Timers.Task> tasks() {
    return List.of(
        new Timers.Task(FLUSH_BEATS, this::flush),
        new Timers.Task(CREDIT_BEATS, receiving::grantCredit),
        new Timers.Task(RATES_BEATS, this::refreshRates),
        new Timers.Task(PROGRESS_BEATS, this::reportProgress),
        new Timers.Task(HEARTBEAT_BEATS, this::heartbeat),
        new Timers.Task(SECOND_BEATS, this::everySecond));
  }

  private void flush() {
    receiving.acknowledge();
    sending.decideWaiting();
    gateway.decideEarly();
    reports.urgent();
    views.publishIfRead();
  }

  private void refreshRates() {
    sending.refreshRates();
    receiving.checkDeadlines();
    transfers.tick();
  }

  private void reportProgress() {
    reports.progressAndLinks();
    views.publish();
  }

  private void heartbeat() {
    client.noteUse(receiving.use(), processorMicros());
    sending.load().ifPresent(client::noteLoad);
    if (client.isReady()) {
      client.noteClasses(gateway.classes().take(), gateway.classes().takeSmall());
    }
    client.tick(receiving.readers(), receiving.waits(), gateway.served());
    gateway.tick();
  }

  /** Returns the processor time of all threads of this process, in microseconds; 0 if the platform does not report it. */
  private static long processorMicros() {
    return ProcessHandle.current().info().totalCpuDuration().map(time -> TimeUnit.NANOSECONDS.toMicros(time.toNanos())).orElse(0L);
  }

  private void everySecond() {
    sending.resendLost();
    reports.tunnels();
    reports.handlers();
  }

  @Override
  public long sendDue() {
    return sending.sendDue();
  }

  @Override
  public boolean hasToSend() {
    return sending.hasWork();
  }

  @Override
  public boolean hasReaders() {
    return receiving.readers() > 0;
  }
}
