package org.ftmpj.protocol.rank;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Set;
import java.util.zip.CRC32C;
import org.ftmpj.protocol.channel.MessageSnapshot;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.match.SynchronousSend;
import org.ftmpj.protocol.thread.LogicalThread;
import org.ftmpj.protocol.thread.ThreadsCheckpoint;

/**
 * Encodes a {@link RankCheckpoint} as bytes, which {@link CheckpointReader} reads. Big-endian; a
 * list is its length, i32, then its elements:
 *
 * <pre>
 *  u8   version, {@value #VERSION}
 *  i32  rank, i32 ranks, i64 clock, i64 record, i64 nanoTime
 *  for each rank: i64 sequence and i64 records read from it, i32 incarnation that wrote that
 *                 message, i64 last message sent to it
 *  determinants    recorded matches of messages that have not come yet
 *  list  receives that are posted
 *  list  messages that are unexpected
 *  for each rank: list  messages of this rank, i64, that it has marked early
 *  list  synchronous sends that wait
 *  u8 1 if there were several threads, i32 number of the last, thread of main
 *  list  threads that the program refers to
 *  list  operations that are left: i32 thread, u8 kind, i64 clock, receive if it is one
 *  list  requests: u8 kind, then 0 receive, 1 synchronous send, 2 nothing
 *  i32  CRC-32C of all before
 *
 *  determinants      i32 length in bytes, then a record of {@link DeterminantCodec}; none if 0
 *  receive           i64 clock, i32 source, i32 context, i32 tag,
 *                    u8 1 and i32 source, i64 sequence if it is forced, else 0,
 *                    u8 1 and message if it is complete, else 0
 *  message           i32 source, i64 sequence, i64 position, i32 context, i32 tag, u8 synchronous,
 *                    i32 type, i32 elements, i32 fixed length, i32 dynamic length, i32 digest
 *  thread            i32 number, i32 length of name, name in ASCII, i32 children, i32 events,
 *                    u8 recurs, u8 withdrawn, u8 ended
 *  synchronous send  i32 destination, i64 sequence, i32 tag, u8 matched
 * </pre>
 */
final class CheckpointWriter {
  static final int VERSION = 6;
  static final int RECEIVE = 0;
  static final int SYNCHRONOUS_SEND = 1;
  static final int COMPLETED_SEND = 2;

  private CheckpointWriter() {}

  static byte[] encode(RankCheckpoint checkpoint) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(bytes)) {
      write(checkpoint, to);
      to.writeInt(digest(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(RankCheckpoint checkpoint, DataOutputStream to) throws IOException {
    int size = checkpoint.sent().size();
    to.writeByte(VERSION);
    to.writeInt(checkpoint.rank());
    to.writeInt(size);
    to.writeLong(checkpoint.clock());
    to.writeLong(checkpoint.record());
    to.writeLong(checkpoint.nanoTime());
    for (int peer = 0; peer < size; peer++) {
      to.writeLong(checkpoint.read().get(peer).sequence());
      to.writeLong(checkpoint.read().get(peer).records());
      to.writeInt(checkpoint.read().get(peer).incarnation());
      to.writeLong(checkpoint.sent().get(peer));
    }
    writeDeterminants(checkpoint.reserved(), to);
    to.writeInt(checkpoint.matching().posted().size());
    for (Receive.Snapshot receive : checkpoint.matching().posted()) {
      write(receive, to);
    }
    to.writeInt(checkpoint.matching().unexpected().size());
    for (MessageSnapshot message : checkpoint.matching().unexpected()) {
      write(message, to);
    }
    for (Set<Long> early : checkpoint.marks().received()) {
      to.writeInt(early.size());
      for (long sequence : early) {
        to.writeLong(sequence);
      }
    }
    to.writeInt(checkpoint.marks().waiting().size());
    for (SynchronousSend.Snapshot send : checkpoint.marks().waiting()) {
      write(send, to);
    }
    write(checkpoint.threads(), to);
    to.writeInt(checkpoint.left().size());
    for (PendingOperation operation : checkpoint.left()) {
      write(operation, to);
    }
    to.writeInt(checkpoint.requests().size());
    for (PendingRequest.Snapshot request : checkpoint.requests()) {
      if (request instanceof Receive.Snapshot receive) {
        to.writeByte(RECEIVE);
        write(receive, to);
      } else if (request instanceof SynchronousSend.Snapshot send) {
        to.writeByte(SYNCHRONOUS_SEND);
        write(send, to);
      } else {
        to.writeByte(COMPLETED_SEND);
      }
    }
  }

  private static void writeDeterminants(
      Collection<? extends Determinant> determinants, DataOutputStream to) throws IOException {
    DeterminantCodec codec = new DeterminantCodec();
    determinants.forEach(codec::add);
    to.writeInt(codec.length());
    if (codec.length() > 0) {
      ByteBuffer record = codec.take();
      to.write(record.array(), record.position(), record.remaining());
    }
  }

  private static void write(Receive.Snapshot receive, DataOutputStream to) throws IOException {
    to.writeLong(receive.clock());
    to.writeInt(receive.source());
    to.writeInt(receive.context());
    to.writeInt(receive.tag());
    to.writeBoolean(receive.forced() != null);
    if (receive.forced() != null) {
      to.writeInt(receive.forced().source());
      to.writeLong(receive.forced().sequence());
    }
    to.writeBoolean(receive.message() != null);
    if (receive.message() != null) {
      write(receive.message(), to);
    }
  }

  private static void write(MessageSnapshot message, DataOutputStream to) throws IOException {
    to.writeInt(message.source());
    to.writeLong(message.sequence());
    to.writeLong(message.position());
    to.writeInt(message.context());
    to.writeInt(message.tag());
    to.writeBoolean(message.synchronous());
    to.writeInt(message.type());
    to.writeInt(message.elements());
    to.writeInt(message.fixedLength());
    to.writeInt(message.dynamicLength());
    to.writeInt(message.digest());
  }

  private static void write(ThreadsCheckpoint threads, DataOutputStream to) throws IOException {
    to.writeBoolean(threads.active());
    to.writeInt(threads.last());
    write(threads.main(), to);
    to.writeInt(threads.referenced().size());
    for (LogicalThread.Snapshot thread : threads.referenced()) {
      write(thread, to);
    }
  }

  private static void write(LogicalThread.Snapshot thread, DataOutputStream to) throws IOException {
    to.writeInt(thread.number());
    to.writeInt(thread.name().length());
    to.writeBytes(thread.name());
    to.writeInt(thread.children());
    to.writeInt(thread.events());
    to.writeBoolean(thread.recurs());
    to.writeBoolean(thread.scheduled());
    to.writeBoolean(thread.withdrawn());
    to.writeBoolean(thread.ended());
  }

  private static void write(PendingOperation left, DataOutputStream to) throws IOException {
    to.writeInt(left.thread());
    to.writeByte(left.kind().ordinal());
    to.writeLong(left.clock());
    if (left.kind() == PendingOperation.Kind.RECEIVE) {
      write(left.receive(), to);
    }
  }

  private static void write(SynchronousSend.Snapshot send, DataOutputStream to) throws IOException {
    to.writeInt(send.destination());
    to.writeLong(send.sequence());
    to.writeInt(send.tag());
    to.writeBoolean(send.matched());
  }

  /** The check sum of the first bytes. */
  static int digest(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
