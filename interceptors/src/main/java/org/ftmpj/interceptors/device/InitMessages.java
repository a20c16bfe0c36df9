package org.ftmpj.interceptors.device;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import mpi.MPI;
import mpjbuf.Buffer;
import mpjbuf.NIOBuffer;
import mpjbuf.Type;
import mpjdev.Status;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The messages by which {@code MPI.Init} agrees on the contexts of {@code MPI.COMM_WORLD}. A
 * process that runs it again, with a session that is past it, gets them from here, and sends
 * nothing. The thread that runs main.
 */
final class InitMessages {
  private final Processes processes;
  private final List<Received> received = new ArrayList<>();
  private boolean repeated;
  private boolean over;
  private int next;

  /** A received message; sources are ranks. */
  private record Received(int source, int tag, int elements, int type, byte[] bytes) {}

  InitMessages(Processes processes) {
    this.processes = processes;
  }

  /** Whether {@code MPI.Init} has ended. */
  boolean areOver() {
    if (!over) {
      over = MPI.Initialized();
    }
    return over;
  }

  /** Whether it runs, and they are those of an earlier incarnation. */
  boolean areRepeated() {
    return repeated && !areOver();
  }

  /** Returns the next message: of an earlier incarnation, or received now and recorded. */
  Status receive(int source, Buffer buffer, Supplier<Status> now) {
    if (!repeated) {
      Status status = now.get();
      keep(source, buffer, status);
      return status;
    }
    if (next == received.size() || received.get(next).source() != source) {
      throw new FtmpjException(
          ErrorCode.OTHER_PROLOGUE,
          "MPI.Init receives from rank " + source + " and did not before");
    }
    return fill(buffer, received.get(next++));
  }

  private void keep(int source, Buffer buffer, Status status) {
    byte[] bytes = new byte[buffer.getSize()];
    bytes(buffer).get(buffer.offset(), bytes);
    received.add(new Received(source, status.tag, status.numEls, status.type.getCode(), bytes));
  }

  private Status fill(Buffer buffer, Received message) {
    bytes(buffer).clear().put(buffer.offset(), message.bytes());
    buffer.setSize(message.bytes().length);
    return new Status(
        processes.name(message.source()),
        message.tag(),
        -1,
        Type.getType(message.type()),
        message.elements());
  }

  private static ByteBuffer bytes(Buffer buffer) {
    return ((NIOBuffer) buffer.getStaticBuffer()).getBuffer();
  }

  /** The messages received so far, as an object of the JDK's types. */
  Object saved() {
    return received.stream()
        .map(
            each ->
                new Object[] {
                  new int[] {each.source(), each.tag(), each.elements(), each.type()}, each.bytes()
                })
        .toArray();
  }

  /** Restores what {@link #saved} returned. */
  void restore(Object saved) {
    received.clear();
    for (Object each : (Object[]) saved) {
      int[] numbers = (int[]) ((Object[]) each)[0];
      byte[] bytes = (byte[]) ((Object[]) each)[1];
      received.add(new Received(numbers[0], numbers[1], numbers[2], numbers[3], bytes));
    }
  }

  /** Prepares another run of {@code MPI.Init} with what {@link #saved} returned. */
  void repeat(Object saved) {
    restore(saved);
    repeated = true;
  }
}
