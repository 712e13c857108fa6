/** The {@code testbed} commands. */
package dev.terra.lab.testbed;
