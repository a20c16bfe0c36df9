package org.ftmpj.protocol.channel;

/**
 * What a message says about itself, beside its payload.
 *
 * @param context the communicator's context
 * @param tag the program's tag
 * @param synchronous whether the sender waits for the matched mark (Ssend, Issend)
 * @param type code of the element type of the first section, as MPJ Express numbers them
 * @param elements number of elements in the first section
 * @param fixedLength bytes of the static part of MPJ Express's buffer
 * @param dynamicLength bytes of its dynamic part (serialized objects)
 * @param digest CRC-32C of both parts, static first
 */
public record Envelope(
    int context,
    int tag,
    boolean synchronous,
    int type,
    int elements,
    int fixedLength,
    int dynamicLength,
    int digest) {

  /** Bytes of payload. */
  public long length() {
    return (long) fixedLength + dynamicLength;
  }
}
