package dev.terra.fuzz;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * A decoder that takes any bytes: a class with
 * <pre>
 *   public static List&lt;byte[]&gt; seeds()                   inputs that it takes, from which others are made
 *   public static void fuzzerTestOneInput(byte[] input)     returns if the decoder did as it should with an input, whatever that was
 * </pre>
 * as Jazzer wants it.
 */
public final class FuzzTarget {
  private final MethodHandle seeds;
  private final MethodHandle run;

  private FuzzTarget(MethodHandle seeds, MethodHandle run) {
    this.seeds = seeds;
    this.run = run;
  }

  /** The one that a class is. */
  public static FuzzTarget of(Class<?> target) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    return new FuzzTarget(lookup.findStatic(target, "seeds", MethodType.methodType(List.class)),
        lookup.findStatic(target, "fuzzerTestOneInput", MethodType.methodType(void.class, byte[].class)));
  }

  /** Its seeds. */
  @SuppressWarnings("unchecked") // what the class has to return
  List<byte[]> seeds() throws Throwable {
    return (List<byte[]>) seeds.invoke();
  }

  /** Gives it an input. */
  void run(byte[] input) throws Throwable {
    run.invoke(input);
  }
}
