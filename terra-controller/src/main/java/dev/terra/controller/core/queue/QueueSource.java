package dev.terra.controller.core.queue;

import dev.terra.controller.core.shuffle.YarnApplication;
import java.util.List;
import java.util.function.Consumer;

/**
 * The source from which the controller gets the queue in which YARN runs an application. Every request gets one answer, unless the source
 * is closed.
 */
public interface QueueSource extends AutoCloseable {
  /** Requests an application's queue, and returns at once. The answer comes on another thread. */
  void ask(YarnApplication application, Consumer<QueueAnswer> answer);

  /** The addresses to which requests go. */
  List<String> addresses();

  /** Stops all requests. */
  @Override
  void close();
}
