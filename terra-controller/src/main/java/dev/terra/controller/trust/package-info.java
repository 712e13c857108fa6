/** Whose certificates the controller trusts where it is the client. */
package dev.terra.controller.trust;
