/**
 * The processes of {@code ./terra bench fetch} and {@code ./terra verify classes}: a shuffle handler without its NodeManager, and reducers
 * that fetch from it.
 */
package dev.terra.shuffle.bench;
