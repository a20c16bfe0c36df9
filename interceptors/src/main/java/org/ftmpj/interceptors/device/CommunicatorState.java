package org.ftmpj.interceptors.device;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.MPI;

/**
 * The counters of MPJ Express in the two communicators of {@code MPI.Init}, such as the tag of the
 * next broadcast: a process that creates them again has to continue with these numbers. The thread
 * that runs main, after {@code MPI.Init}.
 */
public final class CommunicatorState {
  private CommunicatorState() {}

  /** Whether {@code MPI.Init} has made them. */
  public static boolean isThere() {
    return MPI.COMM_WORLD != null;
  }

  /** All numbers in them. */
  public static int[] get() {
    return fields()
        .mapToInt(
            field -> {
              try {
                return field.field().getInt(field.object());
              } catch (IllegalAccessException e) {
                throw new IllegalStateException(e); // was made accessible
              }
            })
        .toArray();
  }

  /** Sets what {@link #get} gave. */
  public static void set(int[] numbers) {
    List<ObjectField> fields = fields().toList();
    for (int i = 0; i < numbers.length; i++) {
      try {
        fields.get(i).field().setInt(fields.get(i).object(), numbers[i]);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // was made accessible
      }
    }
  }

  /** Whether all contexts up to that one belong to these communicators. */
  public static boolean isOwn(int highestContext) {
    return Stream.of(MPI.COMM_WORLD, MPI.COMM_SELF)
        .map(communicator -> communicator.mpjdevComm)
        .mapToInt(device -> Math.max(device.collctxt, Math.max(device.sendctxt, device.recvctxt)))
        .anyMatch(context -> highestContext <= context);
  }

  private record ObjectField(Object object, Field field) {}

  private static Stream<ObjectField> fields() {
    return Stream.of(MPI.COMM_WORLD, MPI.COMM_SELF).flatMap(CommunicatorState::objects);
  }

  private static Stream<ObjectField> objects(Comm communicator) {
    return Stream.of(communicator, implementation(communicator), communicator.mpjdevComm)
        .flatMap(CommunicatorState::fields);
  }

  private static Object implementation(Comm communicator) {
    try {
      Field field = mpi.Intracomm.class.getDeclaredField("intracommImpl");
      field.setAccessible(true);
      return field.get(communicator);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("MPJ Express is another one than 0.44", e);
    }
  }

  /** The fields of an object, in an order that the classes decide. */
  private static Stream<ObjectField> fields(Object object) {
    List<ObjectField> fields = new ArrayList<>();
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        int changes = field.getModifiers() & (Modifier.STATIC | Modifier.FINAL);
        if (field.getType() == int.class && changes == 0) {
          field.setAccessible(true);
          fields.add(new ObjectField(object, field));
        }
      }
    }
    return fields.stream();
  }
}
