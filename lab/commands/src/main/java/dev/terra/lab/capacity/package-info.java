/** {@code ./terra verify capacity}: measures whether plans follow what links really carry. */
package dev.terra.lab.capacity;
