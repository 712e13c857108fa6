/** Reading of YAML and JSON files, with exceptions that name the file, the line and the key. */
@NullMarked
package dev.terra.config;

import org.jspecify.annotations.NullMarked;
