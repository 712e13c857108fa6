package dev.terra.controller.core.operate;

import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Something that one command sets, such as whether a link is drained. Times are the controller's nanoseconds.
 *
 * @param thing the same for all commands about the same
 * @param state as it is now, for people
 * @param ordinary whether it is at its ordinary value
 * @param pull does what the command says
 * @param putBack what makes it again as it is now; empty if nothing can
 */
record Lever(
    Object thing, Supplier<ImmutableMap<String, String>> state, BooleanSupplier ordinary, LongConsumer pull,
    Supplier<Optional<LongConsumer>> putBack) {}
