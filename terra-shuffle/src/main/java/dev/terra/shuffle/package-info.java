/** The YARN auxiliary service: redirects worthwhile cross-site fetches, relays them, and falls back to stock. */
@NullMarked
package dev.terra.shuffle;

import org.jspecify.annotations.NullMarked;
