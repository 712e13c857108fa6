/** What is said of shuffles, between the wire and the model. */
package dev.terra.api.shuffle;
