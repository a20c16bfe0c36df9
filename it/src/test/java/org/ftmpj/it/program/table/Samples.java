package org.ftmpj.it.program.table;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import mpi.Datatype;
import mpi.MPI;

/** Arrays of every basic type, with values that depend on a seed. */
enum Samples {
  BYTE(MPI.BYTE) {
    @Override
    Object make(int length, int seed) {
      byte[] values = new byte[length];
      for (int i = 0; i < length; i++) {
        values[i] = (byte) (i * 37 + seed * 11 - 100);
      }
      return values;
    }
  },
  CHAR(MPI.CHAR) {
    @Override
    Object make(int length, int seed) {
      char[] values = new char[length];
      for (int i = 0; i < length; i++) {
        values[i] = (char) ('A' + i * 7 % 50 + seed);
      }
      return values;
    }
  },
  SHORT(MPI.SHORT) {
    @Override
    Object make(int length, int seed) {
      short[] values = new short[length];
      for (int i = 0; i < length; i++) {
        values[i] = (short) (i * 3001 - seed * 997);
      }
      return values;
    }
  },
  BOOLEAN(MPI.BOOLEAN) {
    @Override
    Object make(int length, int seed) {
      boolean[] values = new boolean[length];
      for (int i = 0; i < length; i++) {
        values[i] = (i * 5 + seed) % 3 == 0;
      }
      return values;
    }
  },
  INT(MPI.INT) {
    @Override
    Object make(int length, int seed) {
      int[] values = new int[length];
      for (int i = 0; i < length; i++) {
        values[i] = i * 1_000_003 - seed * 77;
      }
      return values;
    }
  },
  LONG(MPI.LONG) {
    @Override
    Object make(int length, int seed) {
      long[] values = new long[length];
      for (int i = 0; i < length; i++) {
        values[i] = i * 10_000_000_019L - seed * 77L;
      }
      return values;
    }
  },
  FLOAT(MPI.FLOAT) {
    @Override
    Object make(int length, int seed) {
      float[] values = new float[length];
      for (int i = 0; i < length; i++) {
        values[i] = i / 3f - seed;
      }
      return values;
    }
  },
  DOUBLE(MPI.DOUBLE) {
    @Override
    Object make(int length, int seed) {
      double[] values = new double[length];
      for (int i = 0; i < length; i++) {
        values[i] = i / 7.0 - seed;
      }
      return values;
    }
  },
  OBJECT(MPI.OBJECT) {
    @Override
    Object make(int length, int seed) {
      Object[] values = new Object[length];
      for (int i = 0; i < length; i++) {
        values[i] =
            switch ((i + seed) % 4) {
              case 0 -> new Task(i, "of " + seed);
              case 1 -> "text " + i * seed;
              case 2 -> List.of(i, seed, Map.of("key", i + seed));
              default -> null;
            };
      }
      return values;
    }
  };

  private final Datatype type;

  Samples(Datatype type) {
    this.type = type;
  }

  /** An object of the program's own. */
  record Task(int number, String text) implements Serializable {}

  Datatype type() {
    return type;
  }

  abstract Object make(int length, int seed);

  /** An array to receive into. */
  Object room(int length) {
    return java.lang.reflect.Array.newInstance(make(0, 0).getClass().getComponentType(), length);
  }
}
