package org.ftmpj.it.program;

import java.lang.reflect.InvocationTargetException;
import mpi.MPI;

/** Uses libraries of its own by names that FTMPJ's libraries also have. */
public final class OtherLibraries {
  private OtherLibraries() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    String[] names = MPI.Init(args);
    for (String name : names) {
      System.out.println(name + " is of " + origin(name));
    }
    MPI.COMM_WORLD.Barrier();
    for (String name : names) {
      System.out.println(name + " is still of " + origin(name));
    }
    MPI.Finalize();
  }

  private static Object origin(String name)
      throws ClassNotFoundException,
          NoSuchMethodException,
          IllegalAccessException,
          InvocationTargetException {
    return Class.forName(name).getMethod("origin").invoke(null);
  }
}
