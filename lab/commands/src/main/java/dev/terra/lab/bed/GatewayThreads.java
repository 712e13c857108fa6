package dev.terra.lab.bed;

/** Threads of gateways, and of those who ask through them: they end with their process. */
final class GatewayThreads {
  private GatewayThreads() {}

  static Thread of(Runnable task) {
    Thread thread = new Thread(task, "http-gateway");
    thread.setDaemon(true);
    return thread;
  }
}
