/** How fast the data plane is: two agents' ends of a tunnel on the loopback interface, against raw {@code sendfile}. */
package dev.terra.lab.wire;
