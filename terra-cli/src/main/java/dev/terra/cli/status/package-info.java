/** What a running controller knows, asked for and printed: {@code ./terra status} and {@code ./terra shuffles}. */
package dev.terra.cli.status;
