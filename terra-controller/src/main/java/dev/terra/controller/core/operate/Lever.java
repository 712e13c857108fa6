package dev.terra.controller.core.operate;

import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * A setting that one command changes, such as whether a link is drained. Times are nanoseconds of the controller's clock.
 *
 * @param thing an object that is equal for all commands on the same setting
 * @param state the present state, for people
 * @param ordinary returns whether the setting has its ordinary value
 * @param pull carries out the command
 * @param putBack returns what restores the present state; empty if nothing can
 */
record Lever(
    Object thing, Supplier<ImmutableMap<String, String>> state, BooleanSupplier ordinary, LongConsumer pull,
    Supplier<Optional<LongConsumer>> putBack) {}
