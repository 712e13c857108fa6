/** What an operator may have the controller do. */
package dev.terra.rest.action;
