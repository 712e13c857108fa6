/** The client with which job masters submit shuffles, change them, and learn when they are complete. */
@NullMarked
package dev.terra.api.client;

import org.jspecify.annotations.NullMarked;
