/** How a command names the files for TLS. */
package dev.terra.cli.tls;
