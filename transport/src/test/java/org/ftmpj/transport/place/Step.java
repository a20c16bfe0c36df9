package org.ftmpj.transport.place;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/**
 * The steps by which logs begin, end, drop and use again their segments, and write behind: a writer
 * is killed between each and the next.
 */
enum Step {
  JOURNAL_MADE("the journal has no name yet", "journal/JournalWriter", "create", "move", true, 1),
  JOURNAL_NAMED("the journal has its name", "journal/JournalWriter", "create", "move", false, 1),
  SEGMENT_EMPTY("a segment has no head", "journal/SegmentWriter", "create", "append", true, 3),
  SEGMENT_MADE("a segment has no name", "journal/JournalWriter", "roll", "move", true, 3),
  PARTIAL_REMOVED(
      "a file of a segment without a name is removed",
      "journal/Queues",
      "delete",
      "delete",
      false,
      2),
  SEGMENT_NAMED("the one before is not ended", "journal/JournalWriter", "roll", "move", false, 3),
  ENDED_AGAIN("and is ended by the next", "journal/JournalWriter", "resume", "end", false, 1),
  SEGMENT_ENDED("the one before is ended", "journal/JournalWriter", "roll", "end", false, 3),
  SPACE_AHEAD("zeros are ahead of a record", "journal/SpaceAhead", "write", "write", false, 100),
  RECORD_TORN("a record is begun", "journal/SegmentWriter", "append", "write", false, 100),
  UNLOCKED(
      "the lock of a dead writer is open",
      "journal/SegmentWriter",
      "reopen",
      "forceUnlock",
      false,
      1),
  TORN_CLEARED(
      "its record is cleared", "journal/SegmentWriter", "reopen", "clearTornRecord", false, 1),
  DROPPING("a segment is not needed", "journal/JournalWriter", "drop", "move", true, 3),
  DROPPED("it has lost its name", "journal/JournalWriter", "drop", "move", false, 3),
  REMOVED("it is removed", "journal/JournalWriter", "drop", "delete", false, 3),

  BULK_MADE("the bulk log has no name", "bulk/BulkLog", "create", "move", true, 1),
  BULK_NAMED("the bulk log has its name", "bulk/BulkLog", "create", "move", false, 1),
  FENCING("a part of a fence is set", "bulk/BulkState", "fence", "setVolatile", false, 2),
  SLOT_GROWN("the memory has grown", "bulk/BulkMemory", "take", "setLength", false, 2),
  SLOT_CHOSEN("a slot is chosen", "bulk/BulkMemory", "enter", "take", false, 5),
  SLOT_HELD("and given to other bytes", "bulk/BulkMemory", "enter", "hold", false, 5),
  ALLOCATED("it has some pages", "bulk/BulkMemory", "allocate", "write", false, 20),
  COPIED("bytes are in it", "bulk/BulkWriter", "put", "put", false, 500),
  WRITTEN("and are published", "bulk/BulkWriter", "put", "written", false, 500),
  FILE_EMPTY("a file has no head", "bulk/OlderSegment", "create", "write", true, 1),
  FILE_MADE("it has nothing else", "bulk/BulkArchive", "open", "create", false, 1),
  CHUNK_WRITTEN("a chunk is written behind", "bulk/Archiver", "archive", "write", false, 20),
  ARCHIVED("and is said to be", "bulk/Archiver", "archive", "archive", false, 20),
  FILE_REMOVED("a file is removed", "bulk/BulkLog", "drop", "delete", false, 1),
  FREED("a slot can be used again", "bulk/Archiver", "archive", "archived", false, 3),

  ACCEPTED("a sender is known", "direct/RankLinks", "accepted", "connected", true, 1),
  STATE_TOLD("it knows the mirror", "direct/IncomingLink", "connected", "answer", false, 1),
  FRAME_READ(
      "nothing of a frame is in the mirror", "direct/IncomingLink", "read", "accept", true, 10),
  MIRRORED("a record is not counted", "channel/Mirrors", "record", "published", true, 10),
  COUNTED("nothing else is done", "channel/Mirrors", "record", "published", false, 10),
  PAYLOAD_BEGUN("a payload has a place", "channel/Mirror", "piece", "begin", false, 5),
  PIECE_TAKEN("a part of a payload is there", "channel/Mirror", "piece", "take", false, 20),
  PAYLOAD_THERE("its record is not in the mirror", "channel/Mirror", "complete", "append", true, 5),

  CONNECTING("there is no connection", "direct/RankLinks", "connect", "connect", true, 1),
  STATE_KNOWN(
      "the receiver has said what it has", "direct/RankLinks", "connect", "connected", true, 1),
  RECORDS_SEALED("a frame is not sent", "direct/OutgoingLink", "flush", "commit", false, 10),
  FRAME_SENT("some of a frame is", "direct/SealedChannel", "flush", "write", false, 20),
  ANSWER_READ(
      "nothing follows from an answer", "direct/OutgoingLink", "read", "confirmed", true, 1);

  private static final String PACKAGE = "org.ftmpj.transport.";

  private final String description;
  private final String type;
  private final String method;
  private final String call;
  private final boolean before;
  private final int most;

  /**
   * @param type the class, with the last part of its package
   * @param method of it; all overloads
   * @param call the method that it calls at this step
   * @param before whether the step is before the call, else after it
   * @param most how often it is passed at least, if the writer writes enough
   */
  Step(String description, String type, String method, String call, boolean before, int most) {
    this.description = description;
    this.type = type;
    this.method = method;
    this.call = call;
    this.before = before;
    this.most = most;
  }

  static List<Step> ofJournals() {
    return of("journal/");
  }

  static List<Step> ofBulkLogs() {
    return of("bulk/");
  }

  /** The steps of a receiver that is connected with its sender. */
  static List<Step> ofReceivers() {
    return List.copyOf(EnumSet.range(ACCEPTED, PAYLOAD_THERE));
  }

  /** The steps of a sender that is connected with its receiver. */
  static List<Step> ofSenders() {
    return List.copyOf(EnumSet.range(CONNECTING, ANSWER_READ));
  }

  private static List<Step> of(String part) {
    return Arrays.stream(values()).filter(step -> step.type.startsWith(part)).toList();
  }

  /** At which passing to kill. */
  int choose(Random random) {
    return 1 + random.nextInt(most);
  }

  String description() {
    return description;
  }

  boolean isIn(String className) {
    return className.equals(PACKAGE + type.replace('/', '.'));
  }

  boolean isInMethod(String name) {
    return name.equals(method);
  }

  boolean isAtCall(String name, boolean beforeIt) {
    return name.equals(call) && before == beforeIt;
  }
}
