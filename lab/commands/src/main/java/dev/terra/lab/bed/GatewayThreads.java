package dev.terra.lab.bed;

/** Makes the threads of gateways and of their callers. They are daemons: they end with their process. */
final class GatewayThreads {
  private GatewayThreads() {}

  static Thread of(Runnable task) {
    Thread thread = new Thread(task, "http-gateway");
    thread.setDaemon(true);
    return thread;
  }
}
