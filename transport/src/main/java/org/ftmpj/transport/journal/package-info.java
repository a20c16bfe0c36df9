/**
 * Journals: logs of records in segments, for channels, determinants and the stores of event
 * loggers. Begin with {@code JournalWriter} and {@code JournalReader}.
 *
 * <p>A segment is a directory with one queue of Chronicle's. It begins with a head ({@code
 * SegmentHead}): the version of the format, its number, the first message or determinant that
 * follows, and its epoch, the incarnation that began it. All of that is in its name, too, {@code
 * NUMBER-FIRST-EPOCH}, so that it is found without opening any. The head of an event logger's store
 * has what else a reader has to know that begins there ({@code StoreState}), a file of a bulk log
 * has a head, too ({@code OlderSegment}).
 *
 * <ul>
 *   <li>Rolling: {@code JournalWriter} makes the next segment under another name, gives it its
 *       name, and only then appends the last record to the one before. A reader that finds this
 *       record finds the next segment. A writer that goes on for a dead one appends that record
 *       once more, for it may be missing, and removes what has no name yet.
 *   <li>Space ahead ({@code SpaceAhead}): before a record is written through the mapping, zeros are
 *       written to the file by ordinary writes of 64 KiB (8 KiB in a small file), up to two of them
 *       beyond the record. It is done when the record is begun and not complete: nothing can be
 *       beyond its start then, and zeros are what is read of a hole, too, so a kill at any moment
 *       changes nothing. What a new queue writes before its first record is zeros before Chronicle
 *       makes it, in a file with the name that it takes for one made in advance.
 *   <li>Dropping: the port {@code Retention} says from which record on a log may still be read.
 *       When a segment is begun, the ones before that are not needed are removed, by renaming them
 *       first. A reader that begins in what was removed is told so ({@code FTMPJ-1305}). Chronicle
 *       cannot use a file again.
 *   <li>Seeking: who goes on from a checkpoint opens the segment with its message and finds that by
 *       bisection.
 *   <li>Epochs: on one host an incarnation starts when its predecessor is gone, so a log has one
 *       writer. Should an old incarnation write nevertheless, it is not believed: a segment with an
 *       epoch below that of another one of the same number, or of an earlier one, is passed over;
 *       records of an incarnation below their segment's epoch are refused ({@code FTMPJ-1302}), and
 *       so is a bulk log's file that an older one began after the fence; a writer that finds a
 *       newer epoch stops ({@code FTMPJ-1403}). What an old incarnation adds to a segment that its
 *       successor goes on with is found by numbers and digests of messages and determinants.
 * </ul>
 */
package org.ftmpj.transport.journal;
