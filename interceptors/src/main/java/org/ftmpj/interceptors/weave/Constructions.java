package org.ftmpj.interceptors.weave;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Objects that the program makes and that hold a value from outside MPI from the start. Calls of
 * their constructors get the value as an argument, or make an object of a class of ours, or are
 * followed by a call that sets it; those that open a file are {@link FileConstructions}.
 */
final class Constructions extends MethodVisitor {
  private static final String VALUE = "org/ftmpj/interceptors/bridge/value/";
  private static final String INIT = "<init>";
  private static final String CALENDAR = "java/util/GregorianCalendar";
  private static final String SECURE = "java/security/SecureRandom";
  private static final String RANDOM = "java/util/Random";
  static final String SHARED_RANDOM = "org/ftmpj/interceptors/bridge/SharedRandom";
  private static final String RECORDED_SECURE = VALUE + "RecordedSecureRandom";

  /** What may be made on a descriptor, and the method that makes it instead. */
  private static final Map<String, String> ON_DESCRIPTORS =
      Map.of("java/io/FileOutputStream", "stream", "java/io/FileWriter", "writer");

  private static final String STREAMS = "org/ftmpj/interceptors/bridge/StandardStreams";
  private static final String OF_DESCRIPTOR = "(Ljava/io/FileDescriptor;)";

  /** The class and the method that give the only argument of the other constructor, a long. */
  private record Argument(String owner, String name) {}

  /** What was made, but not yet constructed. */
  private record Made(String type, boolean duplicated) {}

  private final Map<String, Argument> arguments = new HashMap<>();
  private final boolean calendars;
  private final boolean secure;
  private final boolean files;
  private final Deque<Made> made = new ArrayDeque<>();
  private boolean justMade;
  private int moreStack;

  /** What calls have to be looked for, besides those that are redirected if referred to. */
  static List<Redirections.Target> watched(Set<Values> recorded) {
    return recorded.contains(Values.FILES) ? FileConstructions.watched() : List.of();
  }

  Constructions(MethodVisitor next, Set<Values> recorded) {
    super(Opcodes.ASM9, next);
    calendars = recorded.contains(Values.CLOCK);
    secure = recorded.contains(Values.RANDOM);
    files = recorded.contains(Values.FILES);
    if (calendars) {
      arguments.put("java/util/Date", new Argument(VALUE + "Clocks", "currentTimeMillis"));
    }
    if (secure) {
      Argument seed = new Argument(VALUE + "Randoms", "seed");
      arguments.put(RANDOM, seed);
      arguments.put("java/util/SplittableRandom", seed);
    }
  }

  /** What a class extends instead of that one. */
  static String superclass(String name, Set<Values> recorded) {
    return recorded.contains(Values.RANDOM) && RANDOM.equals(name) ? SHARED_RANDOM : name;
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    boolean ours = opcode == Opcodes.NEW && isWatched(type);
    super.visitTypeInsn(opcode, ours ? instead(type) : type);
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

  /** Of an object that was made here, or of this one, by a subclass. */
  private void construct(String owner, String descriptor) {
    boolean here = !made.isEmpty() && made.peek().type().equals(owner);
    boolean duplicated = here && made.pop().duplicated();
    Argument argument = descriptor.equals("()V") ? arguments.get(owner) : null;
    if (argument != null) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, argument.owner(), argument.name(), "()J", false);
      super.visitMethodInsn(Opcodes.INVOKESPECIAL, seeded(owner), INIT, "(J)V", false);
      moreStack = 2;
    } else if (secure && owner.equals(RANDOM)) {
      super.visitMethodInsn(Opcodes.INVOKESPECIAL, SHARED_RANDOM, INIT, descriptor, false);
    } else if (here && descriptor.startsWith(OF_DESCRIPTOR) && ON_DESCRIPTORS.containsKey(owner)) {
      makeOnDescriptor(owner, duplicated);
    } else if (here && owner.equals(SECURE)) {
      super.visitMethodInsn(Opcodes.INVOKESPECIAL, RECORDED_SECURE, INIT, descriptor, false);
    } else {
      if (files) {
        FileConstructions.construct(mv, owner, descriptor, here);
        moreStack = FileConstructions.MORE_STACK;
      } else {
        super.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, INIT, descriptor, false);
      }
      if (duplicated && owner.equals(CALENDAR) && isOfNow(descriptor)) {
        super.visitInsn(Opcodes.DUP);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, VALUE + "Clocks", "setToNow", "(Ljava/util/Calendar;)V", false);
        moreStack = 2;
      }
    }
  }

  /** What was made for it, one or two words of the stack, is dropped without having been used. */
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

  /** Not of a date that the program gives, as numbers. */
  private static boolean isOfNow(String descriptor) {
    return !descriptor.contains("I");
  }

  private static String seeded(String type) {
    return type.equals(RANDOM) ? SHARED_RANDOM : type;
  }

  private String instead(String type) {
    if (secure && type.equals(RANDOM)) {
      return SHARED_RANDOM;
    }
    if (type.equals(SECURE)) {
      return RECORDED_SECURE;
    }
    return files ? FileConstructions.instead(type) : type;
  }

  private boolean isWatched(String type) {
    return files && FileConstructions.replaces(type)
        || arguments.containsKey(type)
        || calendars && type.equals(CALENDAR)
        || secure && type.equals(SECURE)
        || ON_DESCRIPTORS.containsKey(type);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    super.visitMaxs(maxStack + moreStack, maxLocals);
  }
}
