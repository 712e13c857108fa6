package dev.terra.api.door;

import java.util.function.Consumer;

/** What a port is called, and where its warnings go. */
public record PortName(String words, Consumer<String> warnings) {}
