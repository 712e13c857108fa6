/** Who may do what. */
package dev.terra.rest.auth;
