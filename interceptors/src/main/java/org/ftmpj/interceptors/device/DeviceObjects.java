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
 * The objects of a device, and of MPJ Express's pool of buffers, which are created again in each
 * process: by names, which stand for them in the image of a heap. For one image. One thread.
 *
 * <p>A buffer of the pool becomes another one of the same size. Its content does not matter between
 * two calls: a send has read it, and a receive fills it when the program waits for it.
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
  private final Map<PendingRequest, String> requestNames = new IdentityHashMap<>();
  private final List<PendingRequest> requests;
  private final Map<LogicalThread, String> threadNames = new IdentityHashMap<>();
  private final List<LogicalThread> threads;
  private final Map<NIOBuffer, String> buffers = new IdentityHashMap<>();

  /** The objects for an image that is written. */
  public DeviceObjects(FtDevice device) {
    this(device, new ArrayList<>(), new ArrayList<>());
  }

  /**
   * The objects for an image that is read.
   *
   * @param requests the requests that {@link #requests} was when it was written
   * @param threads the threads that {@link #threads} was
   */
  public DeviceObjects(
      FtDevice device, List<PendingRequest> requests, List<LogicalThread> threads) {
    this.device = device;
    this.requests = requests;
    this.threads = threads;
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
      return requestNames.computeIfAbsent(request, this::name);
    }
    if (object instanceof LogicalThread thread && thread.number() >= 0) {
      return threadNames.computeIfAbsent(thread, this::name);
    }
    if (object instanceof NIOBuffer buffer && buffer.getClass() != NIOBuffer.class) {
      return buffers.computeIfAbsent(buffer, this::name);
    }
    return fixed.get(object);
  }

  private String name(PendingRequest request) {
    requests.add(request);
    return REQUEST + (requests.size() - 1);
  }

  private String name(LogicalThread thread) {
    threads.add(thread);
    return THREAD + (threads.size() - 1);
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

  /** The requests that have a name, in the order of their numbers. */
  public List<PendingRequest> requests() {
    return requests;
  }

  /** The threads that have a name, in the order of their numbers. */
  public List<LogicalThread> threads() {
    return threads;
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
      return numbered(requests, name.substring(REQUEST.length()));
    }
    return name.startsWith(THREAD) ? numbered(threads, name.substring(THREAD.length())) : null;
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
