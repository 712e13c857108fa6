/** YARN's ResourceManagers, which say in which queue an application runs. */
package dev.terra.controller.yarn;
