/** HTTP inside the site: reading segments from handlers, and serving fetches and statistics to them. */
@NullMarked
package dev.terra.agent.http;

import org.jspecify.annotations.NullMarked;
