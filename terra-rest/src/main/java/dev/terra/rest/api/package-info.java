/** What an endpoint is: typed, described, and independent of what carries its requests. */
package dev.terra.rest.api;
