/** Where operators' actions outlive the controller that did them. */
package dev.terra.controller.action;
