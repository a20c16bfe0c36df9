package org.ftmpj.protocol.quorum;

/**
 * What a writer sends to a logger: records, which come with it unless they are needed no more, or
 * none.
 *
 * @param incarnation that has first written these records, perhaps an earlier one
 * @param first number of the first; what the logger has from there on is replaced
 * @param count how many there are
 * @param completes whether the logger, which had lost its disk, now has all that may be stable
 * @param ticket is told in the acknowledgement; each is larger than the one before
 */
public record Accept(int incarnation, long first, int count, boolean completes, long ticket) {}
