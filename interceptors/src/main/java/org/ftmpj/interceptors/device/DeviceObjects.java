package org.ftmpj.interceptors.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import mpjbuf.BufferFactory;
import mpjbuf.NIOBuffer;
import org.ftmpj.interceptors.bridge.SharingSnapshot;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.thread.LogicalThread;
import xdev.Device;
import xdev.ProcessID;

/**
 * The objects of a device, and of MPJ Express's pool of buffers, that are made anew in each
 * process: by names, which stand for them in the image of a heap. For one image. One thread.
 *
 * <p>A buffer of the pool becomes another one of the same size. What is in it nobody needs between
 * two calls: a send has left it, a receive fills it when it is waited for.
 */
public final class DeviceObjects {
  private static final String PROCESS = "process ";
  private static final String REQUEST = "request ";
  private static final String BUFFER = "buffer ";
  private static final String ANY_SOURCE = "any source";
  private static final String NEVER_STARTED = "request never started";
  private static final String THREAD = "thread ";

  private final FtDevice device;
  private final Map<Object, String> fixed = new IdentityHashMap<>();
  private final Map<PendingRequest, String> requests = new IdentityHashMap<>();
  private final List<PendingRequest> held;
  private final Map<LogicalThread, String> threads = new IdentityHashMap<>();
  private final List<LogicalThread> heldThreads;
  private final Map<NIOBuffer, String> buffers = new IdentityHashMap<>();

  /** The objects for an image that is written. */
  public DeviceObjects(FtDevice device) {
    this(device, new ArrayList<>(), new ArrayList<>());
  }

  /**
   * The objects for an image that is read.
   *
   * @param held the requests that {@link #held} was when it was written
   * @param heldThreads the threads that {@link #heldThreads} was
   */
  public DeviceObjects(
      FtDevice device, List<PendingRequest> held, List<LogicalThread> heldThreads) {
    this.device = device;
    this.held = held;
    this.heldThreads = heldThreads;
    if (SharingSnapshot.hooks() != null) {
      fixed.put(SharingSnapshot.hooks(), "hooks of threads");
    }
    fixed.put(device, "device");
    fixed.put(device.session(), "session");
    fixed.put(device.guard(), "guard");
    fixed.put(NeverStarted.REQUEST, NEVER_STARTED);
    fixed.put(Device.ANY_SRC, ANY_SOURCE);
    ProcessID[] processes = device.processes();
    for (int rank = 0; rank < processes.length; rank++) {
      fixed.put(processes[rank], PROCESS + rank);
    }
  }

  /** Whether objects of that class of MPJ Express may have names. */
  public static boolean mayBeNamed(Class<?> type) {
    return NIOBuffer.class.isAssignableFrom(type) || type == ProcessID.class;
  }

  /** Whether an object of ours is the program's: one of its requests, or names of processes. */
  public static boolean isOfProgram(Object object) {
    return object instanceof FtRequest || object instanceof ProcessID[];
  }

  /** The name of an object; null for an ordinary one. */
  public String nameOf(Object object) {
    if (object instanceof PendingRequest request) {
      return requests.computeIfAbsent(request, this::hold);
    }
    if (object instanceof LogicalThread thread && thread.number() >= 0) {
      return threads.computeIfAbsent(thread, this::hold);
    }
    if (object instanceof NIOBuffer buffer && buffer.getClass() != NIOBuffer.class) {
      return buffers.computeIfAbsent(buffer, this::name);
    }
    return fixed.get(object);
  }

  private String hold(PendingRequest request) {
    held.add(request);
    return REQUEST + (held.size() - 1);
  }

  private String hold(LogicalThread thread) {
    heldThreads.add(thread);
    return THREAD + (heldThreads.size() - 1);
  }

  private String name(NIOBuffer pooled) {
    ByteBuffer bytes = pooled.getBuffer();
    return BUFFER
        + buffers.size()
        + ' '
        + bytes.capacity()
        + ' '
        + bytes.limit()
        + ' '
        + bytes.position()
        + (bytes.order() == ByteOrder.BIG_ENDIAN ? " big" : " little");
  }

  /** The requests that have got a name, in the order of these. */
  public List<PendingRequest> held() {
    return held;
  }

  /** The threads that have got a name, likewise. */
  public List<LogicalThread> heldThreads() {
    return heldThreads;
  }

  /**
   * The object of this process that has that name; null if there is none. To be called once for
   * each name. Each name is asked for once.
   */
  public Object named(String name) {
    if (name.startsWith(BUFFER)) {
      return newBuffer(name.split(" "));
    }
    for (Map.Entry<Object, String> entry : fixed.entrySet()) {
      if (entry.getValue().equals(name)) {
        return entry.getKey();
      }
    }
    if (name.startsWith(REQUEST)) {
      return numbered(held, name.substring(REQUEST.length()));
    }
    return name.startsWith(THREAD) ? numbered(heldThreads, name.substring(THREAD.length())) : null;
  }

  private static Object numbered(List<?> all, String text) {
    int number = Integer.parseInt(text);
    return number < all.size() ? all.get(number) : null;
  }

  private static NIOBuffer newBuffer(String[] words) {
    silenceLogger();
    NIOBuffer buffer = (NIOBuffer) BufferFactory.create(Integer.parseInt(words[2]));
    ByteOrder order = words[5].equals("big") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ByteBuffer bytes = buffer.getBuffer();
    bytes.limit(Integer.parseInt(words[3])).position(Integer.parseInt(words[4])).order(order);
    return buffer;
  }

  /**
   * MPJ Express's logger, which the pool asks whether to tell of each buffer. {@code MPI.Init}
   * turns it off; here the pool is used before the logger is out of the image. A program with a
   * logger that writes somewhere has no image.
   */
  private static void silenceLogger() {
    ClassLoader application = BufferFactory.class.getClassLoader();
    try {
      Class<?> level = application.loadClass("org.apache.log4j.Level");
      Class<?> type = application.loadClass("org.apache.log4j.Logger");
      Object logger = type.getMethod("getLogger", String.class).invoke(null, "mpj");
      type.getMethod("setLevel", level).invoke(logger, level.getField("OFF").get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("log4j is another one than MPJ Express needs", e);
    }
  }

  /** The device's own state of the program's requests: an object of the program's heap. */
  public Object outstanding() {
    return device.outstanding().ends();
  }

  /** Takes up what {@link #outstanding} gave. */
  public void restore(Object outstanding) {
    device.outstanding().restore((Object[]) outstanding);
  }
}
