/** The option for the files for TLS. */
@NullMarked
package dev.terra.cli.tls;

import org.jspecify.annotations.NullMarked;
