/** Reads YAML files, so that every complaint names the file, the line and the key. */
package dev.terra.config;
