package org.ftmpj.it.program.generated;

/**
 * The messages of an exchange in a communicator, which all ranks know: how many go from whom to
 * whom with which tag, how long they are, and a part of what they say. The rest, and in what way
 * they are sent and received, depends on what the ranks have seen.
 */
final class Traffic {
  static final int TAGS = 3;

  private static final int HUGE = 8 << 20;
  private static final int LARGE = 100 << 10;
  private static final int MEDIUM = 8 << 10;
  private static final int SMALL = 40;

  private final Setup setup;
  private final int part;
  private final int color;
  private final int size;
  private final Kind kind;
  private final int[] counts;

  /** One large message in so many. */
  private final int oneLargeIn;

  /**
   * @param part of the program
   * @param color of the communicator
   * @param size of the communicator
   */
  Traffic(Setup setup, int part, int color, int size) {
    this.setup = setup;
    this.part = part;
    this.color = color;
    this.size = size;
    Dice dice = setup.dice(1, part, color);
    kind = Kind.any(dice);
    oneLargeIn = dice.oneIn(3) ? 20 : 150;
    counts = new int[size * size * TAGS];
    int most = setup.messages();
    int popular = dice.oneIn(3) ? dice.below(size) : -1;
    for (int source = 0; source < size; source++) {
      for (int left = dice.between(most / 4, most); left > 0; left--) {
        int destination = popular >= 0 && dice.oneIn(2) ? popular : dice.below(size);
        if (destination == source && dice.oneIn(2)) {
          destination = dice.below(size);
        }
        counts[index(source, destination, dice.below(TAGS))]++;
      }
    }
  }

  private int index(int source, int destination, int tag) {
    return (source * size + destination) * TAGS + tag;
  }

  int size() {
    return size;
  }

  Kind kind() {
    return kind;
  }

  /** How many messages there are of one class. */
  int count(int source, int destination, int tag) {
    return counts[index(source, destination, tag)];
  }

  /** The number of elements of a message; 0 if it is empty. */
  int elements(int source, int destination, int tag, int k) {
    Dice dice = setup.dice(2, part, color, index(source, destination, tag), k);
    if (dice.oneIn(8) && source != destination) {
      // Of one to oneself, stock MPJ Express does not always say which it is.
      return 0;
    }
    int header = Message.header(kind);
    if (dice.oneIn(oneLargeIn) && setup.bytes() > LARGE) {
      double doublings = Math.log((double) setup.bytes() / LARGE);
      double bytes = LARGE * Math.exp(doublings * dice.below(1000) / 999);
      return Math.max(header, kind.elements((int) bytes));
    }
    int most = dice.oneIn(6) ? kind.elements(MEDIUM) : SMALL;
    return header + dice.below(most);
  }

  /** What a message is called by the sizes of the table of operations. */
  static String size(Kind kind, int elements) {
    int bytes = kind.bytes(elements);
    if (bytes == 0) {
      return "size 0";
    }
    if (bytes > HUGE) {
      return "size over 8 MiB";
    }
    return bytes >= LARGE
        ? "size 100 KiB or more"
        : bytes > 1024 ? "size over 1 KiB" : "size small";
  }

  long value(int source, int destination, int tag, int k) {
    return setup.dice(3, part, color, index(source, destination, tag), k).next();
  }

  /** Of the values of all messages that are not empty. */
  long sum() {
    long sum = 0;
    for (int source = 0; source < size; source++) {
      for (int destination = 0; destination < size; destination++) {
        for (int tag = 0; tag < TAGS; tag++) {
          for (int k = 0; k < count(source, destination, tag); k++) {
            if (elements(source, destination, tag, k) > 0) {
              sum += value(source, destination, tag, k);
            }
          }
        }
      }
    }
    return sum;
  }
}
