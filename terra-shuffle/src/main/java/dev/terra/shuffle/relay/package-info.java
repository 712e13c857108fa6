/** Responses that come through the site's agent, or from the origin when that fails. */
package dev.terra.shuffle.relay;
