/** The speed of the data plane: two agents' ends of a tunnel on the loopback interface, compared with raw {@code sendfile}. */
package dev.terra.lab.wire;
