/** Shuffles that job masters submitted: reads their bytes here, puts them where they belong there. */
package dev.terra.agent.submit;
