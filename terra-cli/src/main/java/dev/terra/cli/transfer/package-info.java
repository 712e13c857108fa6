/** Moving bytes between sites: {@code ./terra submit} and {@code ./terra bench transfer}. */
package dev.terra.cli.transfer;
