/** Moving bytes between sites: {@code ./terra submit}. */
package dev.terra.cli.transfer;
