/** The YARN auxiliary service: it redirects worthwhile fetches between sites, relays them, and falls back to the stock path. */
@NullMarked
package dev.terra.shuffle;

import org.jspecify.annotations.NullMarked;
