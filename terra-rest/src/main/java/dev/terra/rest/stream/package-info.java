/** Live updates: one encoding for all who watch. */
package dev.terra.rest.stream;
