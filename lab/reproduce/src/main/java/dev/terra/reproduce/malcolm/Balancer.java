package dev.terra.reproduce.malcolm;

/** Decides where tasks go. A client sends a task to a server, which may send it on, and take tasks from others. */
interface Balancer {
  /** Returns the server to which a client sends a task. */
  int fromClient(int client);

  /** Returns the server that works on a task that a client sent to the given server. */
  default int fromServer(int server) {
    return server;
  }

  /** Returns the server from which an idle server takes a task; the idle server itself for none. */
  default int source(int server) {
    return server;
  }

  /** Exchanges loads between servers. */
  default void beat() {}

  /** Is called when a client has a task's result. */
  default void ended(int client, int server, int queueThere) {}

  /** Returns whether workers share their time among tasks, and messages take no time. */
  default boolean isIdeal() {
    return false;
  }
}
