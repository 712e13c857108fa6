package dev.terra.history.store;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A shuffle that is over. Times are milliseconds since 1970.
 *
 * @param job what was waited for as a whole
 * @param startMillis when there was first anything to send through Terra; null: there never was
 * @param finishMillis since when nothing was left; null: something was left
 * @param endMillis when it was over
 * @param gammaSeconds the largest that it had
 * @param expectedBytes what was to cross the WAN through Terra
 * @param doneBytes what did
 * @param failure why it is over though not all of it arrived, if so
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
