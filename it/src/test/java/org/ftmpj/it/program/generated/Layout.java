package org.ftmpj.it.program.generated;

import mpi.Datatype;

/**
 * Where in an array the elements of a message are, and how MPI is told.
 *
 * @param type of the message
 * @param count of that type
 * @param offset where the first element is
 * @param stride from one element to the next
 * @param gapAt the element before which there is a gap
 * @param gap its length
 */
record Layout(Datatype type, int count, int offset, int stride, int gapAt, int gap) {
  private static final int MOST_DERIVED = 5000;

  /** One after the other. */
  static Layout plain(Kind kind, int elements, int offset) {
    return new Layout(kind.type(), elements, offset, 1, 0, 0);
  }

  /** Any; often a derived type. */
  static Layout any(Kind kind, int elements, Rank me) {
    int way = elements == 0 || elements > MOST_DERIVED ? me.choose(2) : me.choose(6);
    switch (way) {
      case 2:
        if (elements % 2 == 0) {
          return derived(me, "Contiguous", Datatype.Contiguous(2, kind.type()), elements / 2, 1, 0);
        }
        return plain(kind, elements, 1);
      case 3:
        return derived(me, "Vector", Datatype.Vector(elements, 1, 2, kind.type()), 1, 2, 0);
      case 4:
        if (elements > 1) {
          int[] lengths = {elements / 2, elements - elements / 2};
          int[] displacements = {0, elements / 2 + 2};
          Datatype type = Datatype.Indexed(lengths, displacements, kind.type());
          return derived(me, "Indexed", type, 1, 1, elements / 2);
        }
        return plain(kind, elements, 1);
      default:
        return plain(kind, elements, way == 0 ? 0 : 3);
    }
  }

  private static Layout derived(
      Rank me, String name, Datatype type, int count, int stride, int gapAt) {
    type.Commit();
    me.count("type " + name);
    return new Layout(type, count, 1, stride, gapAt, gapAt > 0 ? 2 : 0);
  }

  int at(int element) {
    return offset + element * stride + (gap > 0 && element >= gapAt ? gap : 0);
  }

  /** An array with room for so many elements and some more. */
  Object array(Kind kind, int elements) {
    return kind.array(at(Math.max(0, elements - 1)) + 3);
  }
}
