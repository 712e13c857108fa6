package dev.terra.controller.core.queue;

import dev.terra.controller.core.shuffle.YarnApplication;
import java.util.List;
import java.util.function.Consumer;

/** Where the controller learns in which queue YARN runs an application. Every question gets one answer, unless the source is closed. */
public interface QueueSource extends AutoCloseable {
  /** Asks for an application; returns at once. The answer comes on another thread. */
  void ask(YarnApplication application, Consumer<QueueAnswer> answer);

  /** The addresses that are asked. */
  List<String> addresses();

  /** Asks for nothing more. */
  @Override
  void close();
}
