/** HTTP/1.1 on Netty: connections, bounds, TLS. Knows nothing of the controller. */
package dev.terra.rest.http;
