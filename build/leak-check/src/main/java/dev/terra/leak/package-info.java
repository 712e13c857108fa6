/** For tests of whatever uses Netty: buffers that were given up without being released. */
package dev.terra.leak;
