/** Terra's own mechanisms in the settings of the papers that they come from: {@code ./terra reproduce}. */
package dev.terra.lab.reproduce;
