/** {@code ./terra bench fetch}: what Terra costs fetches that it does not carry. */
package dev.terra.lab.fetch;
