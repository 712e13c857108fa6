/** The YARN auxiliary service: redirects worthwhile cross-site fetches, relays them, and falls back to stock. */
package dev.terra.shuffle;
