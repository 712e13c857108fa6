/**
 * The processes of {@code ./terra bench fetch}, {@code ./terra verify classes}, {@code residency} and {@code shares}: a shuffle handler
 * without its NodeManager, and readers that fetch from it.
 */
package dev.terra.shuffle.bench;
