/**
 * The processes of {@code ./terra bench fetch}, {@code ./terra verify classes} and {@code ./terra verify residency}: a shuffle handler
 * without its NodeManager, and reducers that fetch from it.
 */
package dev.terra.shuffle.bench;
