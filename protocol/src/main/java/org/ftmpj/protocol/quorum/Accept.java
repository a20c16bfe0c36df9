package org.ftmpj.protocol.quorum;

/**
 * The request of a writer to a logger to accept records. The records come with it, unless they are
 * no longer needed or there are none.
 *
 * @param incarnation the incarnation that first wrote these records, perhaps an earlier one
 * @param first number of the first record; replaces what the logger has from there on
 * @param count number of records
 * @param completes whether the logger, which had lost its disk, now has all that may be stable
 * @param ticket returned in the acknowledgement; larger in each request
 */
public record Accept(int incarnation, long first, int count, boolean completes, long ticket) {}
