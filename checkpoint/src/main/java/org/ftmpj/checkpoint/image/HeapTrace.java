package org.ftmpj.checkpoint.image;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trace of all objects that the program can reach, numbered, for an image. The program has to
 * stand still until the image is written.
 *
 * <p>The objects are found breadth first, without recursion. The targets of references are noted in
 * the order of the trace, so that writing need not look them up again.
 */
public final class HeapTrace {
  private final Map<String, String> fingerprint;
  private final Leaves leaves;
  private final Tokens tokens;
  private final BuiltIns builtIns;
  private final Loaders loaders;
  private final List<Class<?>> program;
  private final ByteBuffer block;

  private final Map<Class<?>, TracedClass> traced = new IdentityHashMap<>();
  private final ClassTable classes;
  private final ObjectTable objects = new ObjectTable();
  private final Numbers references = new Numbers();
  private final Numbers kinds = new Numbers();
  private final List<Object> notes = new ArrayList<>();
  private final List<Layout> statics = new ArrayList<>();

  /**
   * @param program the program's initialised classes
   * @param block the output block, see {@link ImageOutput#newBlock}
   */
  HeapTrace(
      Map<String, String> fingerprint,
      ProgramTypes types,
      Leaves leaves,
      Tokens tokens,
      List<Class<?>> program,
      ByteBuffer block) {
    this.fingerprint = fingerprint;
    this.leaves = leaves;
    this.tokens = tokens;
    this.program = program;
    this.block = block;
    builtIns = new BuiltIns(types);
    loaders = new Loaders(types);
    classes = new ClassTable(loaders);
  }

  /** The number of objects of the image, including leaves. */
  public int objects() {
    return objects.size();
  }

  void trace(Object root) throws NotCapturable {
    try {
      traceAll(root);
    } finally {
      objects.takeBackHashes();
    }
  }

  private void traceAll(Object root) throws NotCapturable {
    references.add(objects.number(root, 0));
    for (Class<?> type : program) {
      Layout layout = Layout.ofStatics(type);
      statics.add(layout);
      follow(type, layout, 0);
    }
    for (int number = 1; number <= objects.size(); number++) {
      try {
        visit(number);
      } catch (NotInImage e) {
        String type = objects.get(number).getClass().getName();
        String path = new ReferencePath(objects, program, leaves).to(number);
        throw new NotCapturable(type, e.getMessage(), path);
      }
    }
  }

  private void follow(Object object, Layout layout, int number) {
    for (long offset : layout.references()) {
      references.add(objects.number(JdkMemory.getReference(object, offset), number));
    }
  }

  private void visit(int number) throws NotInImage {
    Object object = objects.get(number);
    TracedClass type = traced.get(object.getClass());
    if (type == null) {
      type = new TracedClass(object.getClass(), leaves, tokens);
      traced.put(object.getClass(), type);
    }
    if (!isKnownOtherwise(object, type)) {
      visitContents(number, object, type);
    }
  }

  private boolean isKnownOtherwise(Object object, TracedClass type) throws NotInImage {
    if (type.mayBeLeaf()) {
      String name = leaves.nameOf(object);
      if (name != null) {
        return note(ObjectKind.LEAF, name);
      }
    }
    if (type.mayBeToken()) {
      Tokens.Token token = tokens.of(object);
      if (token != null) {
        note(ObjectKind.TOKEN, classes.of(token.declaring()));
        return notes.add(token.name());
      }
    }
    return isSpecial(object, type);
  }

  private boolean isSpecial(Object object, TracedClass type) throws NotInImage {
    return switch (type.special()) {
      case CLASS -> note(ObjectKind.CLASS, classes.of((Class<?>) object));
      case STRING -> Tokens.isInterned((String) object) && note(ObjectKind.INTERNED, object);
      case BOX -> Boxes.isCached(object) && noteBox(object);
      case BUILT_IN -> {
        String name = builtIns.nameOf(object);
        yield name != null && note(ObjectKind.BUILT_IN, name);
      }
      case RECIPE -> type.recipe().fits(object) && noteRecipe(object, type.recipe());
      case NONE -> false;
    };
  }

  private boolean noteBox(Object box) throws NotInImage {
    note(ObjectKind.BOX, classes.of(box.getClass()));
    return notes.add(Boxes.bits(box));
  }

  private boolean noteRecipe(Object object, Recipe recipe) throws NotInImage {
    try {
      note(ObjectKind.RECIPE, recipe);
      return notes.add(recipe.bytes(object));
    } catch (IOException e) {
      throw new NotInImage("it cannot be written: " + e);
    }
  }

  private boolean note(ObjectKind kind, Object note) {
    kinds.add(kind.ordinal());
    return notes.add(note);
  }

  private void visitContents(int number, Object object, TracedClass type) throws NotInImage {
    String refusal = type.refusal() != null ? type.refusal() : Refusals.ofObject(object, leaves);
    if (refusal != null) {
      throw new NotInImage(refusal);
    }
    if (object instanceof Throwable throwable) {
      throwable.getStackTrace(); // converts it from the machine's internal form
    }
    ImageClass contents = type.contents(classes);
    switch (contents.form()) {
      case REFERENCES -> {
        for (Object element : (Object[]) object) {
          references.add(objects.number(element, number));
        }
      }
      case PLAIN -> follow(object, contents.layout(), number);
      case THREAD_LOCAL -> {
        follow(object, contents.layout(), number);
        requireNoOtherValue((ThreadLocal<?>) object);
        followValue(ThreadValues.get((ThreadLocal<?>) object), number);
      }
      default -> {}
    }
    if (object instanceof FileDescriptor descriptor) {
      followFile(descriptor, number);
    }
    kinds.add(ObjectKind.KNOWN_OTHERWISE + contents.index());
  }

  private void requireNoOtherValue(ThreadLocal<?> variable) throws NotInImage {
    if (variable instanceof InheritableThreadLocal) {
      return; // the threads hold its values
    }
    for (Thread thread : leaves.parked()) {
      if (ThreadValues.get(variable, thread) != null) {
        throw new NotInImage(
            "a variable of threads, which thread \"" + thread.getName() + "\" has set");
      }
    }
  }

  private void followFile(FileDescriptor descriptor, int number) throws NotInImage {
    OpenFile file =
        Descriptors.isClosed(descriptor) ? null : OpenFile.of(Descriptors.number(descriptor));
    Object known = file == null ? null : leaves.openFiles().known(descriptor, file);
    if (file != null && known == null) {
      throw new NotInImage("what is written to " + file.path() + " is not known to FTMPJ");
    }
    notes.add(Optional.ofNullable(file));
    references.add(objects.number(known, number));
  }

  private void followValue(Object[] value, int number) {
    references.add(value == null ? 0 : 1);
    references.add(value == null ? 0 : objects.number(value[0], number));
  }

  /**
   * Writes the image. To be called once.
   *
   * @throws IOException the incomplete image is useless then
   */
  public void write(WritableByteChannel channel) throws IOException {
    ImageOutput to = new ImageOutput(channel, block);
    ImageHead.of(fingerprint, program, loaders).write(to);
    classes.write(to);
    writeObjects(to);
    writeStatics(to);
    writeContents(to);
    to.end();
  }

  private void writeObjects(ImageOutput to) throws IOException {
    to.putInt(objects.size());
    Iterator<Object> noted = notes.iterator();
    for (int number = 1; number <= objects.size(); number++) {
      int kind = kinds.get(number - 1);
      to.putInt(kind);
      to.putInt(objects.hash(number));
      if (kind < ObjectKind.KNOWN_OTHERWISE) {
        writeNotes(ObjectKind.values()[kind], noted, to);
      } else if (objects.get(number).getClass().isArray()) {
        to.putInt(Array.getLength(objects.get(number)));
      } else if (objects.get(number) instanceof FileDescriptor descriptor) {
        ReopenedFiles.write(descriptor, (Optional<?>) noted.next(), to);
      }
    }
  }

  private static void writeNotes(ObjectKind kind, Iterator<Object> noted, ImageOutput to)
      throws IOException {
    switch (kind) {
      case LEAF, BUILT_IN, INTERNED -> to.putString((String) noted.next());
      case CLASS -> to.putInt(((ImageClass) noted.next()).index());
      case TOKEN -> {
        to.putInt(((ImageClass) noted.next()).index());
        to.putString((String) noted.next());
      }
      case BOX -> {
        to.putInt(((ImageClass) noted.next()).index());
        to.putLong((Long) noted.next());
      }
      case RECIPE -> {
        to.putByte(((Recipe) noted.next()).ordinal());
        to.putBytes((byte[]) noted.next());
      }
    }
  }

  private void writeStatics(ImageOutput to) throws IOException {
    to.putInt(references.read());
    for (int i = 0; i < statics.size(); i++) {
      to.putStrings(statics.get(i).names());
      statics.get(i).write(program.get(i), references, to);
    }
  }

  private void writeContents(ImageOutput to) throws IOException {
    for (int number = 1; number <= objects.size(); number++) {
      int kind = kinds.get(number - 1);
      if (kind >= ObjectKind.KNOWN_OTHERWISE) {
        ImageClass type = classes.get(kind - ObjectKind.KNOWN_OTHERWISE);
        type.write(objects.get(number), references, to);
        if (objects.get(number) instanceof FileDescriptor) {
          to.putInt(references.read());
        }
        DirectMemory.write(objects.get(number), to);
        ZipFiles.write(objects.get(number), to);
      }
    }
  }
}
