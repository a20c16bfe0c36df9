package org.ftmpj.protocol.channel;

/**
 * The description of a message, without its payload. One mutable object serves all messages of its
 * owner, so it is valid only during the call that it is passed to; copy it to keep its values. One
 * thread.
 */
public final class Envelope {
  private int context;
  private int tag;
  private boolean synchronous;
  private int type;
  private int elements;
  private int fixedLength;
  private int dynamicLength;
  private int digest;

  /** Creates an empty envelope, to be {@link #set} later. */
  public Envelope() {}

  /** Creates an envelope and {@link #set}s it. */
  public Envelope(
      int context,
      int tag,
      boolean synchronous,
      int type,
      int elements,
      int fixedLength,
      int dynamicLength,
      int digest) {
    set(context, tag, synchronous, type, elements, fixedLength, dynamicLength, digest);
  }

  /**
   * Reuses this object for another message.
   *
   * @param context the communicator's context
   * @param tag the program's tag
   * @param synchronous whether the sender waits for the matched mark (Ssend, Issend)
   * @param type code of the element type of the first section, as MPJ Express numbers them
   * @param elements number of elements in the first section
   * @param fixedLength bytes of the static part of MPJ Express's buffer
   * @param dynamicLength bytes of its dynamic part (serialized objects)
   * @param digest CRC-32C of both parts, static first
   * @return this
   */
  public Envelope set(
      int context,
      int tag,
      boolean synchronous,
      int type,
      int elements,
      int fixedLength,
      int dynamicLength,
      int digest) {
    this.context = context;
    this.tag = tag;
    this.synchronous = synchronous;
    this.type = type;
    this.elements = elements;
    this.fixedLength = fixedLength;
    this.dynamicLength = dynamicLength;
    this.digest = digest;
    return this;
  }

  /** Copies the current values of the other envelope. */
  public void set(Envelope other) {
    set(
        other.context,
        other.tag,
        other.synchronous,
        other.type,
        other.elements,
        other.fixedLength,
        other.dynamicLength,
        other.digest);
  }

  /** The communicator's context. */
  public int context() {
    return context;
  }

  /** The program's tag. */
  public int tag() {
    return tag;
  }

  /** Whether the sender waits for the matched mark (Ssend, Issend). */
  public boolean synchronous() {
    return synchronous;
  }

  /** Code of the element type of the first section, as MPJ Express numbers them. */
  public int type() {
    return type;
  }

  /** Number of elements in the first section. */
  public int elements() {
    return elements;
  }

  /** Bytes of the static part of MPJ Express's buffer. */
  public int fixedLength() {
    return fixedLength;
  }

  /** Bytes of its dynamic part (serialized objects). */
  public int dynamicLength() {
    return dynamicLength;
  }

  /** CRC-32C of both parts, static first; see {@link PayloadDigest}. */
  public int digest() {
    return digest;
  }

  /** Sets the digest, which is known only later if it is computed while the payload is copied. */
  public void digest(int newDigest) {
    digest = newDigest;
  }

  /** The length of the payload in bytes. */
  public long length() {
    return (long) fixedLength + dynamicLength;
  }

  /** Whether both have the same values now. */
  @Override
  public boolean equals(Object o) {
    return o instanceof Envelope e
        && e.context == context
        && e.tag == tag
        && e.synchronous == synchronous
        && e.type == type
        && e.elements == elements
        && e.fixedLength == fixedLength
        && e.dynamicLength == dynamicLength
        && e.digest == digest;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * context + tag) + digest;
  }

  @Override
  public String toString() {
    return "Envelope[context="
        + context
        + ", tag="
        + tag
        + ", synchronous="
        + synchronous
        + ", type="
        + type
        + ", elements="
        + elements
        + ", fixedLength="
        + fixedLength
        + ", dynamicLength="
        + dynamicLength
        + ", digest="
        + digest
        + "]";
  }
}
