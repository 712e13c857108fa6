/** A controller's past: what its views said, kept in a file of bounded size and read back. */
package dev.terra.history;
