/** {@code ./terra certs}. */
package dev.terra.cli.certs;
