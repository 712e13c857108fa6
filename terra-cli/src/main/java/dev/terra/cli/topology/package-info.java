/** Commands about topology files. */
package dev.terra.cli.topology;
