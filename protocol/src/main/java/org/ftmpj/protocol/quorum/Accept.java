package org.ftmpj.protocol.quorum;

/**
 * The request of a writer to a logger to accept records, which come with it unless they are no
 * longer needed, or none.
 *
 * @param incarnation that has first written these records, perhaps an earlier one
 * @param first number of the first; what the logger has from there on is replaced
 * @param count how many there are
 * @param completes whether the logger, which had lost its disk, now has all that may be stable
 * @param ticket is told in the acknowledgement; each is larger than the one before
 */
public record Accept(int incarnation, long first, int count, boolean completes, long ticket) {}
