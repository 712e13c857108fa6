package dev.terra.lab.testbed;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.ShuffleMode;

/** Reads {@code stock} or {@code terra}. */
final class ShuffleModeConverter extends LabelConverter<ShuffleMode> {
  ShuffleModeConverter() {
    super(ShuffleMode.values());
  }
}
