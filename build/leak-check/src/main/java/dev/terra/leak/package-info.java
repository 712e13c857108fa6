/** Finds buffers that tests with Netty dropped without releasing them. */
package dev.terra.leak;
