package org.ftmpj.interceptors.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.module.ModuleFinder;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.bridge.Hooks;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.ValueHooks;
import org.ftmpj.interceptors.threads.ClassFile;
import org.ftmpj.interceptors.threads.Subclasses;
import org.ftmpj.interceptors.threads.ThreadWeaving;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.ftmpj.interceptors.threads.VolatileFields;
import org.ftmpj.protocol.rank.FailStop;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;

/**
 * Weaves classes as they are loaded. The virtual machine would go on without a word after an
 * exception here; an unwoven class is a lost determinant, so the rank is stopped instead.
 */
public final class Weaver implements ClassFileTransformer {
  private final ProgramClasses program = new ProgramClasses();
  private final Set<String> woven = ConcurrentHashMap.newKeySet();
  private final Set<Module> unprotected = ConcurrentHashMap.newKeySet();
  private final Set<Values> recorded;
  private final Redirections redirections;
  private final Measurements measurements;
  private final ConstantPool watched;
  private final FailStop failStop;
  private final Consumer<String> warning;

  /** Empty if threads are not woven. */
  private final Optional<UnrecordedCalls> threads;

  /** The class whose main method is the program's; a superclass if that one declares it. */
  private volatile String mainClass;

  /**
   * @param mainClass internal name of the class whose main method the Java launcher runs; null if
   *     it is not known
   * @param threads what is to be looked for of threads, which are woven then; else empty
   * @param recorded which values from outside MPI are
   */
  Weaver(
      String mainClass,
      Optional<UnrecordedCalls> threads,
      Set<Values> recorded,
      FailStop failStop,
      Consumer<String> warning) {
    this.mainClass = mainClass;
    this.threads = threads;
    this.recorded = Set.copyOf(recorded);
    this.redirections = new Redirections(recorded);
    this.measurements = new Measurements(recorded);
    List<Redirections.Target> methods = watched(redirections, recorded);
    methods.addAll(measurements.all());
    this.watched = new ConstantPool(methods, measurements.packages());
    this.failStop = failStop;
    this.warning = warning;
  }

  /**
   * Checks MPJ Express, weaves from now on, proves that it works, then lets woven code go to the
   * hooks. To be called before MPJ Express or the program is loaded.
   *
   * @param application the loader of MPJ Express and of the program
   * @param mainClass name of the class whose main method the Java launcher runs; null if it is not
   *     known
   * @param threads what is to be looked for of threads, which are woven then; else empty
   * @param recorded which values from outside MPI are; the program's reads of the others are left
   *     alone
   * @param values gives the values that are recorded
   * @param hooks called when everything is woven: to build them may load classes of MPJ Express
   * @param failStop told when a class cannot be woven, in whatever thread loads it
   * @param warning told when something is left unprotected
   * @throws FtmpjException {@code NO_MPJ_EXPRESS}, {@code UNKNOWN_MPJ_EXPRESS} or {@code NOT_WOVEN}
   */
  public static void weave(
      Instrumentation instrumentation,
      ClassLoader application,
      String mainClass,
      Optional<UnrecordedCalls> threads,
      Set<Values> recorded,
      ValueHooks values,
      Supplier<Hooks> hooks,
      FailStop failStop,
      Consumer<String> warning) {
    MpjExpress.check(application);
    String main = mainClass == null ? null : mainClass.replace('.', '/');
    Weaver weaver = new Weaver(main, threads, recorded, failStop, warning);
    SelfTest test = new SelfTest(application);
    Bridge.install(test);
    Recorded.install(test);
    instrumentation.addTransformer(weaver);
    test.run(weaver.woven, recorded);
    if (recorded.contains(Values.CLOCK)) {
      LogRecords.install(instrumentation, warning);
    }
    Recorded.install(values);
    Bridge.install(hooks.get());
  }

  private static List<Redirections.Target> watched(
      Redirections redirections, Set<Values> recorded) {
    List<Redirections.Target> methods = new ArrayList<>(redirections.all().keySet());
    methods.addAll(Constructions.watched(recorded));
    if (recorded.contains(Values.HASH)) {
      methods.addAll(IdentityHash.WATCHED);
      methods.addAll(IdentityTexts.watched());
    }
    return methods;
  }

  /**
   * Named modules do not see the bridge; those of the JDK, and of proxies, are not the program's.
   */
  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String internalName,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (!module.isNamed()) {
      return transform(loader, internalName, redefined, domain, classFile);
    }
    boolean ofTheProgram =
        module.getLayer() != null && ModuleFinder.ofSystem().find(module.getName()).isEmpty();
    if (ofTheProgram && unprotected.add(module)) {
      warning.accept(module + " is not protected: it is not on the class path");
    }
    return null;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String internalName,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (internalName == null) {
      return null;
    }
    try {
      return transform(loader, internalName, classFile);
    } catch (Throwable e) {
      throw failStop.stop(
          new FtmpjException(
              ErrorCode.NOT_WOVEN,
              "the class %s of class file version %d cannot be woven (%s)"
                  .formatted(internalName.replace('/', '.'), classFile[7] & 0xFF, e),
              e));
    }
  }

  private byte[] transform(ClassLoader loader, String internalName, byte[] classFile) {
    if (program.contain(loader, internalName)) {
      return transformProgram(loader, internalName, classFile);
    }
    String name = internalName.replace('/', '.');
    if (loader == null || !Doorways.ALL.containsKey(name) && !name.equals(CallerOfMain.WRAPPER)) {
      return null;
    }
    byte[] changed =
        name.equals(CallerOfMain.WRAPPER)
            ? CallerOfMain.into(classFile)
            : Doorways.into(name, classFile);
    woven.add(name);
    return changed;
  }

  private byte[] transformProgram(ClassLoader loader, String name, byte[] classFile) {
    boolean main = name.equals(mainClass);
    boolean own = !ProgramClasses.isAlsoOfMpjExpress(name);
    ClassReader reader = new ClassReader(classFile);
    boolean ofThreads = own && threads.isPresent();
    Subclasses subclasses = new Subclasses(loader);
    boolean mayUseThreads =
        ofThreads && (ClassFile.mayUseThreads(classFile) | subclasses.areCalledBy(reader));
    boolean refusing = ofThreads && threads.get().examine(reader, subclasses);
    boolean identity = own && recorded.contains(Values.HASH) && IdentityHash.isFor(reader);
    if (!main && !identity && !mayUseThreads && !refusing && !watched.mayCall(classFile)) {
      return null;
    }
    if (!program.canSeeBridge(loader)) {
      warning.accept(
          "class %s is not protected: its loader %s does not see the application's class path"
              .formatted(name.replace('/', '.'), loader));
      return null;
    }
    return weaveProgram(loader, reader, main, identity, mayUseThreads, refusing);
  }

  /** One pass; frames and stack sizes stay right, so no class has to be loaded to compute them. */
  private byte[] weaveProgram(
      ClassLoader loader,
      ClassReader reader,
      boolean main,
      boolean identity,
      boolean mayUseThreads,
      boolean refusing) {
    ClassWriter writer = new ClassWriter(reader, 0);
    ClassVisitor visitor =
        new ProgramCalls(
            identity ? IdentityHash.into(reader, writer) : writer,
            redirections,
            measurements,
            recorded);
    if (mayUseThreads) {
      visitor = new ThreadWeaving(new VolatileFields(loader, reader), visitor);
    }
    visitor = new MethodReferences(visitor, method -> changes(method, mayUseThreads));
    if (refusing) {
      visitor = threads.get().refusing(reader, new Subclasses(loader), visitor);
    }
    if (mayUseThreads) {
      visitor = new Subclasses(loader).renamed(visitor);
    }
    if (main) {
      ClassVisitor mainMethod = MainMethod.of(reader, visitor);
      if (mainMethod == null) {
        mainClass = reader.getSuperName();
      } else {
        visitor = mainMethod;
      }
    }
    reader.accept(visitor, 0);
    return writer.toByteArray();
  }

  private boolean changes(Handle method, boolean mayUseThreads) {
    return redirections.of(method.getOwner(), method.getName(), method.getDesc()) != null
        || measurements.contain(method.getOwner(), method.getName(), method.getDesc())
        || recorded.contains(Values.HASH) && IdentityTexts.contain(method)
        || mayUseThreads && ThreadWeaving.changes(method);
  }
}
