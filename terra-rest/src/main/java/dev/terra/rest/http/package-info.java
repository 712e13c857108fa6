/** HTTP/1.1 on Netty: connections, bounds, TLS. It does not depend on the controller. */
@NullMarked
package dev.terra.rest.http;

import org.jspecify.annotations.NullMarked;
