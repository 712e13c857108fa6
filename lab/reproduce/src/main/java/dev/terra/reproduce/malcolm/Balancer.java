package dev.terra.reproduce.malcolm;

/** Where tasks go. A client sends a task to a server, which may send it on, and take tasks from others. */
interface Balancer {
  /** The server to which a client sends a task. */
  int fromClient(int client);

  /** The server that works on a task that a client sent to one. */
  default int fromServer(int server) {
    return server;
  }

  /** The server from which one with nothing to do takes a task; itself for none. */
  default int source(int server) {
    return server;
  }

  /** Servers tell each other their loads. */
  default void beat() {}

  /** A client has a task's result. */
  default void ended(int client, int server, int queueThere) {}

  /** Whether workers share their time among tasks, and no message takes any time. */
  default boolean isIdeal() {
    return false;
  }
}
