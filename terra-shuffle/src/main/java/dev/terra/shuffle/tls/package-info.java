/** An encrypted shuffle: how handlers speak TLS with each other's shuffle ports. */
package dev.terra.shuffle.tls;

