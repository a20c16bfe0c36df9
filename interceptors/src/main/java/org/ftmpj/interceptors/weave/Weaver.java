package org.ftmpj.interceptors.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.module.ModuleFinder;
import java.security.ProtectionDomain;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.Bridge;
import org.ftmpj.interceptors.bridge.Reflected;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.ValueHooks;
import org.ftmpj.interceptors.doorway.Doorway;
import org.ftmpj.interceptors.doorway.WovenClasses;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.threads.UnrecordedCalls;
import org.ftmpj.interceptors.view.ProgramViews;
import org.ftmpj.protocol.report.FailStop;

/**
 * Weaves classes as they are loaded. The virtual machine would go on without a word after an
 * exception here; an unwoven class is a lost determinant, so the rank is stopped instead.
 */
public final class Weaver implements ClassFileTransformer {
  private final ProgramClasses program = new ProgramClasses();
  private final Set<String> woven = ConcurrentHashMap.newKeySet();
  private final Set<Module> unprotected = ConcurrentHashMap.newKeySet();
  private final Replacements replacements;

  /** The replacements for classes that are also MPJ Express's. */
  private final Replacements ofMpjExpressToo;

  private final WovenClasses doorways;
  private final ClassChange lastChange;
  private final FailStop failStop;
  private final Consumer<String> warning;

  /**
   * The class that the Java launcher was given; as soon as that is loaded, the one that declares
   * its main method.
   */
  private volatile String mainClass;

  /**
   * @param mainClass internal name of the class whose main method the Java launcher runs; null if
   *     it is not known
   * @param threads what is to be looked for of threads, if their order is recorded; else empty
   * @param values which values from outside MPI are recorded
   * @param doorways the classes of MPJ Express with theirs
   * @param lastChange what is done to the program's classes after that
   */
  Weaver(
      String mainClass,
      Optional<UnrecordedCalls> threads,
      Set<Purpose> values,
      WovenClasses doorways,
      ClassChange lastChange,
      FailStop failStop,
      Consumer<String> warning) {
    this.mainClass = mainClass;
    this.replacements = new Replacements(purposes(values, threads.isPresent()), threads);
    this.ofMpjExpressToo = replacements.withoutThreads();
    this.doorways = doorways;
    this.lastChange = lastChange;
    this.failStop = failStop;
    this.warning = warning;
  }

  /**
   * Checks MPJ Express, weaves from now on, and proves that it works. To be called before MPJ
   * Express or the program is loaded; woven code is to be given its hooks afterwards.
   *
   * @param application the loader of MPJ Express and of the program
   * @param mainClass name of the class whose main method the Java launcher runs; null if it is not
   *     known
   * @param threads what is to be looked for of threads, if their order is recorded; else empty
   * @param values which values from outside MPI are recorded; the program's reads of the others are
   *     left alone
   * @param valueHooks gives the values that are recorded
   * @param doorways the classes of MPJ Express with theirs
   * @param lastChange what is done to the program's classes when they are woven
   * @param failStop told when a class cannot be woven, in whatever thread loads it
   * @param warning told when something is left unprotected
   * @throws FtmpjException {@code NO_MPJ_EXPRESS}, {@code UNKNOWN_MPJ_EXPRESS} or {@code NOT_WOVEN}
   */
  public static void weave(
      Instrumentation instrumentation,
      ClassLoader application,
      String mainClass,
      Optional<UnrecordedCalls> threads,
      Set<Purpose> values,
      ValueHooks valueHooks,
      WovenClasses doorways,
      ClassChange lastChange,
      FailStop failStop,
      Consumer<String> warning) {
    MpjExpress.check(application);
    String main = mainClass == null ? null : mainClass.replace('.', '/');
    Weaver weaver = new Weaver(main, threads, values, doorways, lastChange, failStop, warning);
    SelfTest test = new SelfTest(application);
    Bridge.install(test);
    Recorded.install(test);
    instrumentation.addTransformer(weaver);
    ProgramViews.install(instrumentation, weaver::again, warning);
    test.run(weaver.woven, values);
    if (values.contains(Purpose.CLOCK)) {
      LogRecords.install(instrumentation, warning);
    }
    Recorded.install(valueHooks);
    Reflected.install(new ReflectedCalls(weaver.replacements, application, threads));
  }

  private static Set<Purpose> purposes(Set<Purpose> values, boolean threads) {
    Set<Purpose> purposes =
        EnumSet.of(Purpose.END, Purpose.OUTPUT, Purpose.VIEWS, Purpose.PAUSES, Purpose.REFLECTION);
    purposes.addAll(values);
    if (threads) {
      purposes.add(Purpose.THREADS);
    }
    return purposes;
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
    if (loader == null || !Doorway.TYPES.contains(name)) {
      return null;
    }
    byte[] changed = doorways.of(name, classFile);
    woven.add(name);
    return changed;
  }

  /** A class that has been loaded as it was woven then; null if it stayed as it was. */
  private byte[] again(ClassLoader loader, String internalName, byte[] classFile) {
    return program.contain(loader, internalName)
        ? transformProgram(loader, internalName, classFile)
        : null;
  }

  private byte[] transformProgram(ClassLoader loader, String name, byte[] classFile) {
    boolean ofProgram = !ProgramClasses.isAlsoOfMpjExpress(name);
    ProgramWeaving weaving =
        new ProgramWeaving(
            ofProgram ? replacements : ofMpjExpressToo, loader, classFile, ofProgram);
    if (name.equals(mainClass)) {
      mainClass = weaving.ownerOfMain();
    }
    boolean main = name.equals(mainClass);
    boolean changes = main || weaving.changes();
    boolean last = ofProgram && lastChange != ClassChange.NONE;
    if (!changes && !last) {
      return null;
    }
    if (!program.canSeeBridge(loader)) {
      if (!changes) {
        return null;
      }
      warning.accept(
          "class %s is not protected: its loader %s does not see the application's class path"
              .formatted(name.replace('/', '.'), loader));
      return null;
    }
    byte[] woven = changes ? weaving.rewritten(main) : null;
    byte[] changed = last ? lastChange.of(loader, name, changes ? woven : classFile, main) : null;
    return changed == null ? woven : changed;
  }
}
