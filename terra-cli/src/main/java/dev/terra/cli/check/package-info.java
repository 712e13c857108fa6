/** {@code terra check}: configuration against reality, before anything is changed. */
package dev.terra.cli.check;
