package org.ftmpj.it.program.generated;

import java.io.Serializable;
import mpi.Datatype;
import mpi.MPI;

/**
 * The types of elements. An array of each can hold numbers of 64 bits, in as many elements as it
 * takes.
 */
enum Kind {
  BYTE(MPI.BYTE, 8) {
    @Override
    Object array(int length) {
      return new byte[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((byte[]) array)[i] = (byte) bits;
    }

    @Override
    long get(Object array, int i) {
      return ((byte[]) array)[i];
    }
  },
  CHAR(MPI.CHAR, 16) {
    @Override
    Object array(int length) {
      return new char[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((char[]) array)[i] = (char) bits;
    }

    @Override
    long get(Object array, int i) {
      return ((char[]) array)[i];
    }
  },
  SHORT(MPI.SHORT, 16) {
    @Override
    Object array(int length) {
      return new short[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((short[]) array)[i] = (short) bits;
    }

    @Override
    long get(Object array, int i) {
      return ((short[]) array)[i];
    }
  },
  BOOLEAN(MPI.BOOLEAN, 1) {
    @Override
    Object array(int length) {
      return new boolean[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((boolean[]) array)[i] = (bits & 1) != 0;
    }

    @Override
    long get(Object array, int i) {
      return ((boolean[]) array)[i] ? 1 : 0;
    }
  },
  INT(MPI.INT, 32) {
    @Override
    Object array(int length) {
      return new int[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((int[]) array)[i] = (int) bits;
    }

    @Override
    long get(Object array, int i) {
      return ((int[]) array)[i];
    }
  },
  LONG(MPI.LONG, 64) {
    @Override
    Object array(int length) {
      return new long[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((long[]) array)[i] = bits;
    }

    @Override
    long get(Object array, int i) {
      return ((long[]) array)[i];
    }
  },
  /** Whole numbers that a float can hold. */
  FLOAT(MPI.FLOAT, 16) {
    @Override
    Object array(int length) {
      return new float[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((float[]) array)[i] = (short) bits;
    }

    @Override
    long get(Object array, int i) {
      return (long) ((float[]) array)[i];
    }
  },
  /** Whole numbers that a double can hold. */
  DOUBLE(MPI.DOUBLE, 32) {
    @Override
    Object array(int length) {
      return new double[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((double[]) array)[i] = (int) bits;
    }

    @Override
    long get(Object array, int i) {
      return (long) ((double[]) array)[i];
    }
  },
  OBJECT(MPI.OBJECT, 64) {
    @Override
    Object array(int length) {
      return new Object[length];
    }

    @Override
    void set(Object array, int i, long bits) {
      ((Object[]) array)[i] =
          switch ((int) (bits & 3)) {
            case 0 -> bits;
            case 1 -> Long.toHexString(bits);
            case 2 -> new Letter(bits, "of " + i);
            default -> new long[] {bits};
          };
    }

    @Override
    long get(Object array, int i) {
      Object element = ((Object[]) array)[i];
      if (element instanceof Long bits) {
        return bits;
      } else if (element instanceof String text) {
        return Long.parseUnsignedLong(text, 16);
      } else if (element instanceof Letter letter) {
        return letter.bits;
      }
      return ((long[]) element)[0];
    }
  };

  private static final Kind[] ALL = values();

  private final Datatype type;
  private final int bits;

  Kind(Datatype type, int bits) {
    this.type = type;
    this.bits = bits;
  }

  /** An object of the program's own. */
  record Letter(long bits, String text) implements Serializable {}

  static Kind any(Dice dice) {
    return ALL[dice.below(ALL.length)];
  }

  abstract Object array(int length);

  abstract void set(Object array, int i, long number);

  abstract long get(Object array, int i);

  Datatype type() {
    return type;
  }

  /** So many elements hold so many bytes, about; an object counts as more. */
  int elements(int bytes) {
    return this == OBJECT ? bytes / 64 : this == BOOLEAN ? bytes : bytes * 8 / bits;
  }

  int bytes(int elements) {
    return this == OBJECT ? elements * 64 : this == BOOLEAN ? elements : elements * bits / 8;
  }

  /** How many elements a number takes. */
  int elementsOfNumber() {
    return Long.SIZE / bits;
  }

  /** The part of a number that an element holds, from which bit on. */
  long part(long number, int piece) {
    long shifted = number >>> piece * bits;
    return bits == Long.SIZE ? shifted : shifted & (1L << bits) - 1;
  }

  /** What an element holds, without its sign. */
  long bitsAt(Object array, int i) {
    return part(get(array, i), 0);
  }

  int bits() {
    return bits;
  }
}
