/** Reads YAML files, so that every complaint names the file, the line and the key. */
@NullMarked
package dev.terra.config;

import org.jspecify.annotations.NullMarked;
