/** For job masters that know their shuffles: submit them, change them, hear when they are done. */
@NullMarked
package dev.terra.api.client;

import org.jspecify.annotations.NullMarked;
