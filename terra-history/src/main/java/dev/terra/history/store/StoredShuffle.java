package dev.terra.history.store;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A shuffle that is over. Times are in milliseconds since 1970.
 *
 * @param job the shuffle's job: its group, or the shuffle itself
 * @param startMillis when there was first anything to send through Terra; null if there never was
 * @param finishMillis since when nothing was left to send; null if something was left
 * @param endMillis when the shuffle was over
 * @param gammaSeconds its largest Gamma
 * @param expectedBytes the bytes that were to cross the WAN through Terra
 * @param doneBytes the bytes that did
 * @param failure why it is over though not all of it has arrived; empty if all has arrived
 */
public record StoredShuffle(
    String session,
    String id,
    String job,
    Optional<String> queue,
    long arrivalMillis,
    @Nullable Long startMillis,
    @Nullable Long finishMillis,
    long endMillis,
    double gammaSeconds,
    double weight,
    int priority,
    long producedBytes,
    long expectedBytes,
    long doneBytes,
    Optional<String> failure) {}
