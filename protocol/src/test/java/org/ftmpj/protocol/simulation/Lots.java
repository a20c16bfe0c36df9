package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/** What is taken one by one, in an order of a program's choice. */
final class Lots {
  private final List<Address> left = new ArrayList<>();

  /** All messages that the rank sends in a segment. */
  static Lots ofSends(Plan.Segment segment, int rank, int ranks) {
    Lots lots = new Lots();
    for (int to = 0; to < ranks; to++) {
      for (int tag = 0; tag < Plan.TAGS; tag++) {
        lots.add(segment.messages(rank, to, tag), new Address(to, tag));
      }
    }
    return lots;
  }

  /** Adds so many that are alike. */
  void add(int count, Address address) {
    for (int i = 0; i < count; i++) {
      left.add(address);
    }
  }

  boolean isEmpty() {
    return left.isEmpty();
  }

  Address take(Program by) {
    int i = by.choose(left.size());
    Address last = left.remove(left.size() - 1);
    return i == left.size() ? last : left.set(i, last);
  }
}
