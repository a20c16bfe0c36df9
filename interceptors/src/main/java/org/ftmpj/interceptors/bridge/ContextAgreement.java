package org.ftmpj.interceptors.bridge;

import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.BufferFactory;
import mpjbuf.Type;
import mpjdev.Group;
import xdev.Device;

/**
 * The agreement of a new communicator's members on its context: the highest that any of them
 * proposes, as in MPJ Express. Proposals travel along the tree of the barrier, where MPJ Express
 * sends one from each member to every other, so a job does not begin with a channel log for each
 * pair of ranks. As there, no member has the result before all have proposed.
 */
public final class ContextAgreement {
  private static final int CHILDREN = 4;

  private final Messages messages;
  private final int members;
  private final int rank;

  /** Messages to and from members, by their ranks. */
  interface Messages {
    void send(int member, int value);

    int receive(int member);
  }

  ContextAgreement(Messages messages, int members, int rank) {
    this.messages = messages;
    this.members = members;
    this.rank = rank;
  }

  /**
   * Takes the place of {@code mpjdev.javampjdev.Comm.calculateContext}.
   *
   * @param localGroup the members if {@code local}, else {@code group}
   * @param tag of the messages, to which is added the rank of their receiver
   * @param context of the messages
   */
  public static int agree(
      Device device,
      Group localGroup,
      Group group,
      int tag,
      int context,
      boolean local,
      int proposed) {
    Group members = local ? localGroup : group;
    Messages messages = new DeviceMessages(device, members, tag, context);
    return new ContextAgreement(messages, members.size(), members.rank()).agree(proposed);
  }

  int agree(int proposed) {
    int first = CHILDREN * rank + 1;
    int end = Math.min(first + CHILDREN, members);
    int highest = proposed;
    for (int child = first; child < end; child++) {
      highest = Math.max(highest, messages.receive(child));
    }
    if (rank > 0) {
      int parent = (rank - 1) / CHILDREN;
      messages.send(parent, highest);
      highest = messages.receive(parent);
    }
    for (int child = first; child < end; child++) {
      messages.send(child, highest);
    }
    return highest;
  }

  /** Sends and receives proposals as MPJ Express itself does. */
  private static final class DeviceMessages implements Messages {
    /** Bytes of a section with one int: its header, and the int padded to the alignment. */
    private static final int ROOM = Buffer.SECTION_OVERHEAD + 8;

    private final Device device;
    private final Group group;
    private final int tag;
    private final int context;

    DeviceMessages(Device device, Group group, int tag, int context) {
      this.device = device;
      this.group = group;
      this.tag = tag;
      this.context = context;
    }

    @Override
    public void send(int member, int value) {
      Buffer buffer = buffer(device.getSendOverhead());
      try {
        buffer.putSectionHeader(Type.INT);
        buffer.write(new int[] {value}, 0, 1);
        buffer.commit();
      } catch (BufferException e) {
        throw new IllegalStateException(e);
      }
      device.send(buffer, group.ids[member], tag + member, context);
      BufferFactory.destroy(buffer.getStaticBuffer());
    }

    @Override
    public int receive(int member) {
      Buffer buffer = buffer(device.getRecvOverhead());
      device.recv(buffer, group.ids[member], tag + group.rank(), context);
      int[] value = new int[1];
      try {
        buffer.commit();
        buffer.getSectionHeader();
        buffer.getSectionSize();
        buffer.read(value, 0, 1);
      } catch (BufferException e) {
        throw new IllegalStateException(e);
      }
      BufferFactory.destroy(buffer.getStaticBuffer());
      return value[0];
    }

    private static Buffer buffer(int overhead) {
      int size = overhead + ROOM;
      return new Buffer(BufferFactory.create(size), overhead, size);
    }
  }
}
