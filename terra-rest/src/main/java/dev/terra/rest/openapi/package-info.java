/** The OpenAPI document, made from the endpoints and the records that they take and answer. */
package dev.terra.rest.openapi;
