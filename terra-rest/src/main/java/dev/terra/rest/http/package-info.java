/** HTTP/1.1 on Netty: connections, bounds, TLS. Knows nothing of the controller. */
@NullMarked
package dev.terra.rest.http;

import org.jspecify.annotations.NullMarked;
