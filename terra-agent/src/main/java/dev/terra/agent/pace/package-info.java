/** How fast bundles go: rates, and what keeps to them. */
package dev.terra.agent.pace;
