package dev.terra.leak;

import net.jqwik.api.lifecycle.AfterContainerHook;
import net.jqwik.api.lifecycle.BeforeContainerHook;
import net.jqwik.api.lifecycle.ContainerLifecycleContext;
import net.jqwik.api.lifecycle.PropagationMode;

/** Fails after a class of jqwik's properties, which run before Jupiter's tests, if a buffer has leaked. */
public final class PropertyLeakCheck implements BeforeContainerHook, AfterContainerHook {
  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public void beforeContainer(ContainerLifecycleContext context) {
    Leaks.watch();
  }

  @Override
  public void afterContainer(ContainerLifecycleContext context) {
    Leaks.check();
  }
}
