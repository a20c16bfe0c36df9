package org.ftmpj.interceptors.weave;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import org.ftmpj.interceptors.bridge.NumberedIdentityMap;
import org.ftmpj.interceptors.bridge.Randoms;
import org.ftmpj.interceptors.bridge.SharedRandom;
import org.ftmpj.interceptors.bridge.StandardStreams;
import org.ftmpj.interceptors.bridge.WorkerLocal;
import org.ftmpj.interceptors.bridge.value.RecordedFileInputStream;
import org.ftmpj.interceptors.bridge.value.RecordedFileOutputStream;
import org.ftmpj.interceptors.bridge.value.RecordedFileReader;
import org.ftmpj.interceptors.bridge.value.RecordedRandomAccessFile;
import org.ftmpj.interceptors.bridge.value.RecordedSecureRandom;
import org.ftmpj.interceptors.bridge.value.StampedJarOutputStream;
import org.ftmpj.interceptors.bridge.value.WatchedWeakMap;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Objects that the program makes and that hold a value from outside MPI from the start, or by which
 * its threads may meet. Calls of their constructors get the value as an argument, or make an object
 * of a class of ours, or are followed by a call that sets it; those that open a file are {@link
 * FileConstructions}.
 */
final class Constructions extends MethodVisitor {
  private static final String INIT = "<init>";
  private static final String CALENDAR = "java/util/GregorianCalendar";
  private static final String SECURE = "java/security/SecureRandom";
  private static final String RANDOM = "java/util/Random";
  private static final String LOCAL = "java/lang/ThreadLocal";
  private static final String OUTPUT_STREAM = "java/io/FileOutputStream";
  private static final String CLOCKS = ValueCalls.VALUE + "Clocks";
  private static final String RANDOMS = Type.getInternalName(Randoms.class);
  private static final String STREAMS = Type.getInternalName(StandardStreams.class);
  private static final String OF_DESCRIPTOR = "(Ljava/io/FileDescriptor;)";

  /** Classes that the program makes and extends, and those of ours that take their place. */
  private static final Map<String, Ours> EXTENDED =
      Map.of(
          RANDOM,
          new Ours(Purpose.RANDOM, SharedRandom.class),
          LOCAL,
          new Ours(Purpose.THREADS, WorkerLocal.class),
          "java/util/jar/JarOutputStream",
          new Ours(Purpose.CLOCK, StampedJarOutputStream.class),
          "java/io/FileInputStream",
          new Ours(Purpose.FILES, RecordedFileInputStream.class),
          "java/io/FileReader",
          new Ours(Purpose.FILES, RecordedFileReader.class),
          OUTPUT_STREAM,
          new Ours(Purpose.FILES, RecordedFileOutputStream.class),
          "java/io/RandomAccessFile",
          new Ours(Purpose.FILES, RecordedRandomAccessFile.class));

  /** The classes that the program only creates, with their replacements. */
  private static final Map<String, Ours> MADE =
      Map.of(
          SECURE,
          new Ours(Purpose.RANDOM, RecordedSecureRandom.class),
          "java/util/IdentityHashMap",
          new Ours(Purpose.HASH, NumberedIdentityMap.class),
          "java/util/WeakHashMap",
          new Ours(Purpose.ENVIRONMENT, WatchedWeakMap.class));

  /** Constructors without arguments, of which another one is called that gets a long. */
  private static final Map<String, Argument> ARGUMENTS =
      Map.of(
          "java/util/Date",
          new Argument(Purpose.CLOCK, CLOCKS, "currentTimeMillis"),
          RANDOM,
          new Argument(Purpose.RANDOM, RANDOMS, "seed"),
          "java/util/SplittableRandom",
          new Argument(Purpose.RANDOM, RANDOMS, "seed"));

  /**
   * The classes that may be created on a descriptor, with the methods that replace their
   * constructors.
   */
  private static final Map<String, String> ON_DESCRIPTORS =
      Map.of(OUTPUT_STREAM, "stream", "java/io/FileWriter", "writer");

  private record Ours(Purpose purpose, Class<?> type) {}

  /** The class and the method that give the argument. */
  private record Argument(Purpose purpose, String owner, String name) {}

  /** An object that was created, but not yet constructed. */
  private record Made(String type, boolean duplicated) {}

  private final Set<Purpose> purposes;
  private final Deque<Made> made = new ArrayDeque<>();
  private boolean justMade;
  private int moreStack;

  Constructions(MethodVisitor next, Set<Purpose> purposes) {
    super(Opcodes.ASM9, next);
    this.purposes = purposes;
  }

  /** Whether calls of that constructor are changed. */
  static boolean change(Call constructor, Set<Purpose> purposes) {
    String owner = constructor.owner();
    String descriptor = constructor.descriptor();
    return argument(owner, descriptor, purposes) != null
        || extended(owner, purposes) != null
        || !instead(owner, purposes).equals(owner)
        || isCalendarOfNow(owner, descriptor, purposes)
        || isOnDescriptor(owner, descriptor)
        || purposes.contains(Purpose.FILES) && FileConstructions.change(owner, descriptor);
  }

  /** The superclass instead of that one. */
  static String superclass(String name, Set<Purpose> purposes) {
    String extended = name == null ? null : extended(name, purposes);
    return extended == null ? name : extended;
  }

  /** The class that it extends; null if it is that class itself. */
  private static String extended(String type, Set<Purpose> purposes) {
    Ours ours = EXTENDED.get(type);
    return ours != null && purposes.contains(ours.purpose())
        ? Type.getInternalName(ours.type())
        : null;
  }

  /** The type to be created instead of that one; the same type if none is. */
  private static String instead(String type, Set<Purpose> purposes) {
    Ours ours = MADE.getOrDefault(type, EXTENDED.get(type));
    if (ours != null) {
      return purposes.contains(ours.purpose()) ? Type.getInternalName(ours.type()) : type;
    }
    return purposes.contains(Purpose.FILES) ? FileConstructions.instead(type) : type;
  }

  /** The argument that is added; null if the constructor is called as it is. */
  private static Argument argument(String owner, String descriptor, Set<Purpose> purposes) {
    Argument argument = descriptor.equals("()V") ? ARGUMENTS.get(owner) : null;
    return argument != null && purposes.contains(argument.purpose()) ? argument : null;
  }

  /** Whether it is a calendar of now, not of a date that the program gives, as numbers. */
  private static boolean isCalendarOfNow(String owner, String descriptor, Set<Purpose> purposes) {
    return purposes.contains(Purpose.CLOCK) && owner.equals(CALENDAR) && !descriptor.contains("I");
  }

  private static boolean isOnDescriptor(String owner, String descriptor) {
    return descriptor.startsWith(OF_DESCRIPTOR) && ON_DESCRIPTORS.containsKey(owner);
  }

  private boolean isWatched(String type) {
    return !instead(type, purposes).equals(type)
        || argument(type, "()V", purposes) != null
        || isCalendarOfNow(type, "", purposes)
        || ON_DESCRIPTORS.containsKey(type);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    boolean ours = opcode == Opcodes.NEW && isWatched(type);
    super.visitTypeInsn(opcode, ours ? instead(type, purposes) : type);
    if (ours) {
      made.push(new Made(type, false));
    }
    justMade = ours;
  }

  @Override
  public void visitInsn(int opcode) {
    super.visitInsn(opcode);
    if (justMade && opcode == Opcodes.DUP) {
      made.push(new Made(made.pop().type(), true));
    }
    justMade = false;
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    justMade = false;
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    justMade = false;
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    justMade = false;
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitLdcInsn(Object value) {
    justMade = false;
    super.visitLdcInsn(value);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    justMade = false;
    if (opcode == Opcodes.INVOKESPECIAL && name.equals(INIT)) {
      construct(owner, descriptor);
    } else {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }

  /**
   * Calls the constructor of an object that this method has created, or of this object by a
   * subclass.
   */
  private void construct(String owner, String descriptor) {
    boolean here = !made.isEmpty() && made.peek().type().equals(owner);
    boolean duplicated = here && made.pop().duplicated();
    Argument argument = argument(owner, descriptor, purposes);
    if (argument != null) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, argument.owner(), argument.name(), "()J", false);
      init(superclass(owner, purposes), "(J)V");
      moreStack = 2;
    } else if (here && isOnDescriptor(owner, descriptor)) {
      makeOnDescriptor(owner, duplicated);
    } else if (extended(owner, purposes) != null) {
      init(extended(owner, purposes), descriptor);
    } else if (here && MADE.containsKey(owner)) {
      init(instead(owner, purposes), descriptor);
    } else if (purposes.contains(Purpose.FILES)) {
      FileConstructions.construct(mv, owner, descriptor, here);
      moreStack = FileConstructions.MORE_STACK;
    } else {
      init(owner, descriptor);
    }
    if (duplicated && isCalendarOfNow(owner, descriptor, purposes)) {
      super.visitInsn(Opcodes.DUP);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, CLOCKS, "setToNow", "(Ljava/util/Calendar;)V", false);
      moreStack = 2;
    }
  }

  private void init(String owner, String descriptor) {
    super.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, INIT, descriptor, false);
  }

  /** Drops the created object, one or two words of the stack, which was never used. */
  private void makeOnDescriptor(String owner, boolean duplicated) {
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        STREAMS,
        ON_DESCRIPTORS.get(owner),
        OF_DESCRIPTOR + "L" + owner + ";",
        false);
    if (duplicated) {
      super.visitInsn(Opcodes.DUP_X2);
      super.visitInsn(Opcodes.POP);
      super.visitInsn(Opcodes.POP2);
      moreStack = 2;
    } else {
      super.visitInsn(Opcodes.POP2);
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(maxStack + moreStack, maxLocals);
  }
}
