package org.ftmpj.checkpoint.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.checkpoint.frame.KnownSites.Source;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites classes of the program so that its stack can be captured and restored. Frames of class
 * files stay right by construction, so no other class is loaded to compute them. Any thread.
 *
 * <p>Left as they are, so that the program is not captured while they are on the stack: methods of
 * class files older than Java 7, which have no invokedynamic; methods that would become longer than
 * what the virtual machine compiles, and were not before; class initializers.
 */
public final class TwinWeaver {
  /** HotSpot compiles no method with more code than this, by default. */
  private static final int HUGE = 8_000;

  /** With more code the class writer replaces jumps, and offsets would be unknown. */
  private static final int LONGEST = 32_000;

  private static final int MOST_PARAMETER_WORDS = 253;
  private static final String INITIALIZER = "<clinit>";

  private final SiteFinder finder;
  private final Reach reach;
  private final KnownSites known;
  private final Predicate<String> isInitialised;

  /** The class whose constructor the Java launcher calls next; null if that is not known. */
  private volatile String constructed;

  /**
   * @param launched internal name of the class that the Java launcher was given; null if that is
   *     not known
   * @param known gets the sites of the classes that are rewritten
   * @param isInitialised whether the class of that name, with dots, is to be loaded without running
   *     its initializer, because its statics are restored
   */
  public TwinWeaver(
      String launched,
      Sites sites,
      Reach reach,
      KnownSites known,
      Predicate<String> isInitialised) {
    this.constructed = launched;
    this.finder = new SiteFinder(sites, reach);
    this.reach = reach;
    this.known = known;
    this.isInitialised = isInitialised;
  }

  /**
   * The class to load; null if it is unchanged.
   *
   * @param name internal name of the class
   * @param classFile as it would be loaded, with correct stack map frames
   * @param isMain whether it declares the main method that the Java launcher calls
   */
  public byte[] rewrite(ClassLoader loader, String name, byte[] classFile, boolean isMain) {
    boolean isRestored = isInitialised.test(name.replace('/', '.'));
    if (!isRestored && !isMain && !reach.concerns(name)) {
      return null;
    }
    Set<String> left = new HashSet<>();
    while (true) {
      try {
        Rewriting rewriting = new Rewriting(loader, classFile, left);
        byte[] rewritten = rewriting.run(isRestored, isMain);
        if (rewritten == null || rewriting.isShortEnough()) {
          return rewritten;
        }
      } catch (MethodTooLargeException tooLong) {
        // A method that obstructs no other is skipped, too; it may be a twin.
        left.add(tooLong.getMethodName() + original(tooLong.getDescriptor()));
      }
    }
  }

  /**
   * The descriptor of the method whose twin has this descriptor; the descriptor itself if it is not
   * a twin's.
   */
  private static String original(String descriptor) {
    Type type = Type.getMethodType(descriptor);
    List<Type> arguments = new ArrayList<>(List.of(type.getArgumentTypes()));
    if (!arguments.remove(BridgeCalls.FRAME)) {
      return descriptor;
    }
    return Type.getMethodDescriptor(type.getReturnType(), arguments.toArray(new Type[0]));
  }

  /** The rewriting of one class. */
  private final class Rewriting {
    private final ClassLoader loader;
    private final ClassReader reader;
    private final Set<String> left;
    private final ClassNode type = new ClassNode();
    private final Map<MethodNode, Integer> sizes = new HashMap<>();
    private final Map<MethodNode, MethodNode> originals = new HashMap<>();
    private final Map<MethodNode, ResumableMethod> resumables = new HashMap<>();
    private final Map<MethodNode, Source[]> sources = new HashMap<>();
    private final Map<MethodNode, LabelNode> ends = new HashMap<>();

    /**
     * @param left names and descriptors of methods that stay unchanged
     */
    Rewriting(ClassLoader loader, byte[] classFile, Set<String> left) {
      this.loader = loader;
      this.reader = new ClassReader(classFile);
      this.left = left;
      reader.accept(type, ClassReader.EXPAND_FRAMES);
    }

    byte[] run(boolean isRestored, boolean isMain) {
      boolean isChanged = isRestored && skipInitializer();
      MethodNode main = isMain ? MainPrologue.find(type) : null;
      if ((type.version & 0xFFFF) >= Opcodes.V1_7) {
        isChanged |= StreamLoops.replace(type, finder::mayBe);
        for (MethodNode method : List.copyOf(type.methods)) {
          isChanged |= canHaveTwin(method) && rewrite(method);
        }
        if (main != null && reach.concerns(type.name)) {
          MainPrologue.addTo(main, type);
          isChanged = true;
        }
      }
      isChanged |= isRestored && type.name.equals(constructed) && skipConstructor();
      if (!isChanged) {
        return null;
      }
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      type.accept(writer);
      return writer.toByteArray();
    }

    private boolean skipConstructor() {
      boolean isSkipped = LaunchedConstructor.skip(type, loader);
      constructed = isSkipped ? type.superName : null;
      return isSkipped;
    }

    private boolean skipInitializer() {
      for (MethodNode method : type.methods) {
        if (method.name.equals(INITIALIZER)) {
          method.instructions.clear();
          method.instructions.add(new InsnNode(Opcodes.RETURN));
          method.tryCatchBlocks.clear();
          method.localVariables = null;
          method.visibleLocalVariableAnnotations = null;
          method.invisibleLocalVariableAnnotations = null;
          return true;
        }
      }
      return false;
    }

    private boolean canHaveTwin(MethodNode method) {
      return (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0
          && !method.name.equals(INITIALIZER)
          && !left.contains(method.name + method.desc)
          && Type.getArgumentsAndReturnSizes(method.desc) >> 2 <= MOST_PARAMETER_WORDS;
    }

    /** Adds the method's twin; whether it has sites. */
    private boolean rewrite(MethodNode method) {
      if (!hasCall(method)) {
        return false;
      }
      CodeSizeEvaluator size = new CodeSizeEvaluator(null);
      method.accept(size);
      new LateNew(type.name, method, finder::mayBe).apply();
      List<Site> sites = finder.find(type.name, method);
      if (sites.isEmpty()) {
        return true;
      }
      sources.put(method, new SiteSources(method).of(sites));
      TwinMethod twin = TwinMethod.of(ClassFields.of(type), method, sites);
      ResumableMethod resumable =
          new ResumableMethod(method, method.name, method.desc, method.name.equals("<init>"));
      resumable.rewrite(sites);
      if (RunPrologue.isFor(type, method)) {
        RunPrologue.addTo(method, type);
      }
      type.methods.add(twin.method());
      remember(method, method, resumable, size.getMaxSize());
      remember(twin.method(), method, twin, size.getMaxSize());
      return true;
    }

    private boolean hasCall(MethodNode method) {
      for (var instruction : method.instructions) {
        if (finder.mayBe(instruction)) {
          return true;
        }
      }
      return false;
    }

    private void remember(
        MethodNode method, MethodNode original, ResumableMethod resumable, int size) {
      LabelNode end = new LabelNode();
      method.instructions.add(end);
      ends.put(method, end);
      sizes.put(method, size);
      originals.put(method, original);
      resumables.put(method, resumable);
    }

    /** Whether all methods are short enough; the others stay unchanged in the next attempt. */
    boolean isShortEnough() {
      boolean isShort = true;
      for (MethodNode method : ends.keySet()) {
        int length = ends.get(method).getLabel().getOffset();
        if (length >= HUGE && sizes.get(method) < HUGE || length >= LONGEST) {
          MethodNode original = originals.get(method);
          left.add(original.name + original.desc);
          isShort = false;
        }
      }
      if (isShort) {
        resumables.forEach(this::addKnown);
        sources.forEach(this::addSources);
      }
      return isShort;
    }

    private void addKnown(MethodNode method, ResumableMethod resumable) {
      known.add(
          loader,
          type.name.replace('/', '.'),
          method.name,
          method.desc,
          offsets(resumable.known()),
          offsets(resumable.waits()));
    }

    private void addSources(MethodNode method, Source[] calls) {
      known.addSources(loader, type.name.replace('/', '.'), method.name, method.desc, calls);
    }

    private static int[] offsets(List<LabelNode> labels) {
      return labels.stream().mapToInt(label -> label.getLabel().getOffset()).toArray();
    }
  }
}
