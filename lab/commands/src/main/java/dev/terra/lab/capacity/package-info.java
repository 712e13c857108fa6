/** {@code ./terra verify capacity}: whether plans follow what links really carry. */
package dev.terra.lab.capacity;
