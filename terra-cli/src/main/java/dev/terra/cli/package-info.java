/** The commands behind ./terra. */
package dev.terra.cli;
