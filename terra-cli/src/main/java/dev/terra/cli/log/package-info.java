/** What keeps names from outside from forging lines of the log. */
package dev.terra.cli.log;
