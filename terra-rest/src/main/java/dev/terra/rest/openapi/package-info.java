/** The OpenAPI document, made from the endpoints and the records that they take and answer. */
@NullMarked
package dev.terra.rest.openapi;

import org.jspecify.annotations.NullMarked;
