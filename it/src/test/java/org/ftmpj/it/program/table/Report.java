package org.ftmpj.it.program.table;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import mpi.Datatype;
import mpi.Status;

/** What came of a case, as a line: in full if it is short, else its begin and a checksum of it. */
final class Report {
  private static final int IN_FULL = 160;

  private final StringBuilder text = new StringBuilder();

  Report add(Object... values) {
    for (Object value : values) {
      append(value);
      text.append(' ');
    }
    return this;
  }

  Report add(Status status, Datatype type) {
    if (status == null) {
      return add("no status");
    }
    return add(
        "from",
        status.source,
        "tag",
        status.tag,
        "count",
        status.Get_count(type),
        "elements",
        status.Get_elements(type));
  }

  /** A number that stands for all elements of an array. */
  Report digest(Object array) {
    Report all = new Report();
    all.append(array);
    return add("#" + Integer.toHexString(all.checksum()));
  }

  private void append(Object value) {
    if (value == null || !value.getClass().isArray()) {
      text.append(value instanceof Character c ? "U" + Integer.toHexString(c) : value);
      return;
    }
    text.append('[');
    for (int i = 0; i < Array.getLength(value); i++) {
      text.append(i == 0 ? "" : ",");
      append(Array.get(value, i));
    }
    text.append(']');
  }

  private int checksum() {
    CRC32 crc = new CRC32();
    crc.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  String text() {
    String full = text.toString().strip().replace('\n', ' ');
    return full.length() <= IN_FULL
        ? full
        : full.substring(0, IN_FULL) + "... #" + Integer.toHexString(checksum());
  }
}
