package org.ftmpj.interceptors.weave;

/**
 * A member of MPJ Express that FTMPJ relies on, as one line of the fingerprint: {@code mpi/Request
 * static-method Waitany ([Lmpi/Request;)Lmpi/Status;}.
 *
 * @param owner internal name of its class
 */
record MpjMember(String owner, Kind kind, String name, String descriptor)
    implements Comparable<MpjMember> {

  enum Kind {
    FIELD("field"),
    STATIC_FIELD("static-field"),
    METHOD("method"),
    STATIC_METHOD("static-method"),
    /** A method that a class of ours implements; the owner must have no other abstract ones. */
    ABSTRACT_METHOD("abstract-method");

    private static final Kind[] ALL = values();

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    private static Kind of(String text) {
      for (Kind kind : ALL) {
        if (kind.text.equals(text)) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of member: " + text);
    }
  }

  static MpjMember parse(String line) {
    String[] words = line.split(" ");
    return new MpjMember(words[0], Kind.of(words[1]), words[2], words[3]);
  }

  @Override
  public int compareTo(MpjMember other) {
    int order = owner.compareTo(other.owner);
    order = order != 0 ? order : kind.text.compareTo(other.kind.text);
    order = order != 0 ? order : name.compareTo(other.name);
    return order != 0 ? order : descriptor.compareTo(other.descriptor);
  }

  // These two by hand, here and in Call: the first call of a record's own makes the
  // virtual machine spin code, at every start of a rank.

  @Override
  public boolean equals(Object other) {
    return other instanceof MpjMember that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return (owner.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode();
  }

  @Override
  public String toString() {
    return owner + " " + kind.text + " " + name + " " + descriptor;
  }
}
