/** The {@code testbed} commands. */
package dev.terra.testbed.cli;
