/** What keeps maps and delays within bounds. */
package dev.terra.core.limit;
