package org.ftmpj.interceptors.weave;

import java.util.Locale;

/**
 * A member of MPJ Express that FTMPJ relies on, as one line of the fingerprint: {@code mpi/Request
 * static-method Waitany ([Lmpi/Request;)Lmpi/Status;}.
 *
 * @param owner internal name of its class
 */
record MpjMember(String owner, Kind kind, String name, String descriptor)
    implements Comparable<MpjMember> {

  enum Kind {
    FIELD,
    STATIC_FIELD,
    METHOD,
    STATIC_METHOD,
    /** A method that a class of ours implements; the owner must have no other abstract ones. */
    ABSTRACT_METHOD;

    private String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Kind of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  static MpjMember parse(String line) {
    String[] words = line.split(" ");
    return new MpjMember(words[0], Kind.of(words[1]), words[2], words[3]);
  }

  @Override
  public int compareTo(MpjMember other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return owner + " " + kind.text() + " " + name + " " + descriptor;
  }
}
