package org.ftmpj.logger.wire;

/** The kinds of frames. The number of a kind is its ordinal plus one and part of the format. */
enum FrameKind {
  REFUSED,
  HISTORY,
  FAREWELL,
  DONE,
  JOIN,
  JOINED,
  WRITE,
  WRITTEN,
  READ,
  ENROL,
  COORDINATE,
  ASK,
  TOLD,
  PRUNE;

  private static final FrameKind[] ALL = values();

  int number() {
    return ordinal() + 1;
  }

  static FrameKind of(int number) throws MalformedMessage {
    if (number < 1 || number > ALL.length) {
      throw new MalformedMessage("No frame is of kind " + number);
    }
    return ALL[number - 1];
  }
}
