/** For how long the parts of Terra wait for each other. */
package dev.terra.api.timing;
