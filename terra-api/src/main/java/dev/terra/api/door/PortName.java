package dev.terra.api.door;

import java.util.function.Consumer;

/** The name of a port in the log, and the consumer of its warnings. */
public record PortName(String words, Consumer<String> warnings) {}
