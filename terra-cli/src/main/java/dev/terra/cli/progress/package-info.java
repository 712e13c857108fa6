/** How commands that take their time tell people how far they are. */
package dev.terra.cli.progress;

