/** The two processes of {@code ./terra bench fetch}: a shuffle handler without its NodeManager, and reducers that fetch from it. */
package dev.terra.shuffle.bench;
