/** How fast bundles go: rates, and what keeps to them. */
@NullMarked
package dev.terra.agent.pace;

import org.jspecify.annotations.NullMarked;
