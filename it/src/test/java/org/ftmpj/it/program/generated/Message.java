package org.ftmpj.it.program.generated;

/**
 * The contents of a message that is not empty: three numbers, and elements that follow from them.
 *
 * @param value known beforehand
 * @param hash of the sender when it sent it
 * @param label which message it is
 */
record Message(long value, long hash, long label) {
  private static final int NUMBERS = 3;

  /** The fewest elements that a message can have. */
  static int header(Kind kind) {
    return NUMBERS * kind.elementsOfNumber();
  }

  void write(Kind kind, Object array, Layout layout, int elements) {
    int each = kind.elementsOfNumber();
    long[] numbers = {value, hash, label};
    for (int i = 0; i < NUMBERS * each; i++) {
      kind.set(array, layout.at(i), kind.part(numbers[i / each], i % each));
    }
    for (int i = NUMBERS * each; i < elements; i++) {
      kind.set(array, layout.at(i), filler(i));
    }
  }

  /**
   * Reads a message.
   *
   * @throws WitnessBroken if it has not the contents that it should have
   */
  static Message read(Kind kind, Object array, int offset, int elements) {
    int each = kind.elementsOfNumber();
    long[] numbers = new long[NUMBERS];
    for (int i = 0; i < NUMBERS * each; i++) {
      numbers[i / each] |= kind.bitsAt(array, offset + i) << i % each * kind.bits();
    }
    Message message = new Message(numbers[0], numbers[1], numbers[2]);
    for (int i = NUMBERS * each; i < elements; i++) {
      if (kind.bitsAt(array, offset + i) != kind.part(message.filler(i), 0)) {
        throw new WitnessBroken(
            "element %d of %d of a message of %s: %x, %s",
            i, elements, kind, kind.bitsAt(array, offset + i), message);
      }
    }
    return message;
  }

  private long filler(int i) {
    return Dice.mix(value + hash + i);
  }
}
