package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Turns an image into objects: creates all of them first, then fills them. */
final class Restoration {
  private final ImageInput from;
  private final ImageHead head;
  private final Leaves leaves;
  private final BuiltIns builtIns;
  private final Loaders loaders;
  private final Set<Object> rehashed = Collections.newSetFromMap(new IdentityHashMap<>());
  private List<ImageClass> classes;
  private final ReopenedFiles files;
  private final DirectMemory memory = new DirectMemory();
  private final ZipFiles archives = new ZipFiles();
  private int[] kinds;
  private Object[] objects;

  /**
   * @param from the image after its head
   */
  Restoration(ImageInput from, ImageHead head, ProgramTypes types, Leaves leaves) {
    this.from = from;
    this.head = head;
    this.leaves = leaves;
    files = new ReopenedFiles(leaves.openFiles());
    builtIns = new BuiltIns(types);
    loaders = new Loaders(types);
  }

  /** Restores the objects and returns the root. */
  Object run() throws IOException {
    classes = ClassTable.read(from, loaders);
    for (String[] type : head.classes()) {
      loaders.initialise(type[0], type[1]);
    }
    makeObjects();
    Object root = objects[from.getInt()];
    setStatics();
    fillObjects();
    from.checkRest();
    memory.complete(objects);
    HandleForms.complete(objects);
    if (!rehashed.isEmpty()) {
      HashTables.repair(objects, rehashed);
    }
    ForkJoinPools.complete(objects);
    SelfEnding.register(objects);
    Services.complete(objects);
    StreamClasses.complete(objects);
    ZipCoders.complete(objects);
    InheritedValues.complete(objects);
    files.open(objects);
    archives.complete(objects);
    LogFiles.lock(objects);
    VarHandle.fullFence();
    return root;
  }

  private void makeObjects() throws IOException {
    int count = from.getInt();
    kinds = new int[count + 1];
    objects = new Object[count + 1];
    for (int number = 1; number <= count; number++) {
      int kind = from.getInt();
      int hash = from.getInt();
      kinds[number] = kind;
      objects[number] =
          kind < ObjectKind.KNOWN_OTHERWISE
              ? find(ObjectKind.values()[kind])
              : classes.get(kind - ObjectKind.KNOWN_OTHERWISE).make(from);
      if (kind >= ObjectKind.KNOWN_OTHERWISE
          && objects[number] instanceof FileDescriptor descriptor) {
        files.add(descriptor, from);
      }
      if (hash != 0 && !HeaderHash.set(objects[number], hash)) {
        rehashed.add(objects[number]);
      }
    }
  }

  private Object find(ObjectKind kind) throws IOException {
    return switch (kind) {
      case LEAF -> leaves.named(from.getString());
      case BUILT_IN -> builtIns.named(from.getString());
      case TOKEN -> token(classes.get(from.getInt()).type(), from.getString());
      case CLASS -> classes.get(from.getInt()).type();
      case INTERNED -> from.getString().intern();
      case BOX -> Boxes.of(classes.get(from.getInt()).type(), from.getLong());
      case RECIPE -> prepare(Recipe.values()[from.getByte()], from.getBytes());
    };
  }

  private Object token(Class<?> type, String field) {
    try {
      return Tokens.find(type, field);
    } catch (NoSuchFieldException e) {
      throw Loaders.differs("There is no field " + type.getName() + "." + field, e);
    }
  }

  private static Object prepare(Recipe recipe, byte[] bytes) throws IOException {
    try {
      return recipe.object(bytes);
    } catch (ClassNotFoundException | IllegalArgumentException e) {
      throw Loaders.differs("An object of the checkpoint cannot be made: " + e, e);
    }
  }

  private void setStatics() throws IOException {
    for (String[] each : head.classes()) {
      Class<?> type = loaders.find(each[0], each[1]);
      Layout layout = Layout.ofStatics(type);
      layout.check(type, from.getStrings());
      layout.read(from, type, objects);
    }
  }

  private void fillObjects() throws IOException {
    for (int number = 1; number < objects.length; number++) {
      if (kinds[number] >= ObjectKind.KNOWN_OTHERWISE) {
        classes
            .get(kinds[number] - ObjectKind.KNOWN_OTHERWISE)
            .read(from, objects[number], objects);
        if (objects[number] instanceof FileDescriptor descriptor) {
          files.know(descriptor, objects[from.getInt()]);
        }
        memory.read(objects[number], from);
        archives.read(objects[number], from);
      }
    }
  }
}
