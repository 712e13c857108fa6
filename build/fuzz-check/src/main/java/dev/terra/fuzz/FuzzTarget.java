package dev.terra.fuzz;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * A decoder that takes any bytes: a class with
 * <pre>
 *   public static List&lt;byte[]&gt; seeds()                   inputs that it accepts, from which others are made
 *   public static void fuzzerTestOneInput(byte[] input)     returns if the decoder behaved correctly with any input
 * </pre>
 * in the form that Jazzer requires.
 */
public final class FuzzTarget {
  private final MethodHandle seeds;
  private final MethodHandle run;

  private FuzzTarget(MethodHandle seeds, MethodHandle run) {
    this.seeds = seeds;
    this.run = run;
  }

  /** Returns the target that a class is. */
  public static FuzzTarget of(Class<?> target) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    return new FuzzTarget(lookup.findStatic(target, "seeds", MethodType.methodType(List.class)),
        lookup.findStatic(target, "fuzzerTestOneInput", MethodType.methodType(void.class, byte[].class)));
  }

  /** Returns its seeds. */
  @SuppressWarnings("unchecked") // the class must return this type
  List<byte[]> seeds() throws Throwable {
    return (List<byte[]>) seeds.invoke();
  }

  /** Gives it an input. */
  void run(byte[] input) throws Throwable {
    run.invoke(input);
  }
}
