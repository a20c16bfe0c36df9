package org.ftmpj.checkpoint.weave;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.ftmpj.checkpoint.bridge.Checkpoints;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.frame.Checkpointing;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.checkpoint.frame.ProgramFrames;
import org.ftmpj.checkpoint.image.FieldWriter;

/**
 * Runs a program that is captured at chosen moments and goes on in the same process. Loaded
 * together with the program.
 */
public final class CapturedRun implements Checkpointing {
  private final LongPredicate isWantedAt;
  private final List<String> captured = new ArrayList<>();
  private final List<String> deferred = new ArrayList<>();
  private ProgramFrames frames;
  private long polls;

  private CapturedRun(LongPredicate isWantedAt) {
    this.isWantedAt = isWantedAt;
  }

  /**
   * What came of it.
   *
   * @param result what the program's method {@code result} gives
   * @param captured the innermost frames
   * @param polls calls that were polled
   * @param deferred why it could not be captured for long
   */
  record Outcome(String result, List<String> captured, long polls, List<String> deferred) {}

  /** Runs the program as it was compiled. */
  static String plain(String main) throws Exception {
    WovenLoader loader = new WovenLoader();
    Class<?> type = loader.loadClass(main);
    Launch.main(type);
    return result(type);
  }

  /**
   * Runs the program rewritten.
   *
   * @param classes of the program, internal names
   * @param isWantedAt which of the polled calls it is to be captured at, from 1 on
   */
  @SuppressWarnings("unchecked")
  static Outcome of(String main, List<String> classes, LongPredicate isWantedAt) throws Exception {
    WovenLoader loader = new WovenLoader();
    Method run =
        loader
            .loadClass(CapturedRun.class.getName())
            .getDeclaredMethod(
                "run",
                ClassLoader.class,
                Consumer.class,
                String.class,
                List.class,
                LongPredicate.class);
    run.setAccessible(true);
    Consumer<BiFunction<String, byte[], byte[]>> weave = loader::weave;
    Object[] outcome = (Object[]) run.invoke(null, loader, weave, main, classes, isWantedAt);
    return new Outcome(
        (String) outcome[0],
        (List<String>) outcome[1],
        (Long) outcome[2],
        (List<String>) outcome[3]);
  }

  /** Called in the program's loader: what goes in and out is of the JDK. */
  static Object[] run(
      ClassLoader loader,
      Consumer<BiFunction<String, byte[], byte[]>> weave,
      String main,
      List<String> classes,
      LongPredicate isWantedAt)
      throws Exception {
    List<byte[]> files = new ArrayList<>();
    for (String name : classes) {
      files.add(WovenLoader.classFile(name));
    }
    ProgramSites sites = new ProgramSites();
    KnownSites known = new KnownSites();
    TwinWeaver weaver = new TwinWeaver(null, sites, Reach.of(files, sites), known, any -> false);
    String mainName =
        Launch.owner(Class.forName(main, false, CapturedRun.class.getClassLoader().getParent()))
            .replace('.', '/');
    weave.accept((name, file) -> weaver.rewrite(loader, name, file, name.equals(mainName)));
    CapturedRun run = new CapturedRun(isWantedAt);
    run.frames = new ProgramFrames(run, known, new FieldWriter(), type -> false);
    run.frames.install();
    Checkpoints.request();
    Class<?> type = loader.loadClass(main);
    Launch.main(type);
    Object result = result(type);
    return new Object[] {result, run.captured, run.polls, run.deferred};
  }

  /** Of the class, or of that around it. */
  private static String result(Class<?> type) throws ReflectiveOperationException {
    Class<?> outermost = type.getNestHost();
    return (String) outermost.getMethod("result").invoke(null);
  }

  @Override
  public boolean wanted() {
    return isWantedAt.test(++polls);
  }

  @Override
  public Optional<String> passingObstacle() {
    return Optional.empty();
  }

  @Override
  public void captured(FrameRecord[] frames) {
    FrameRecord last = frames[frames.length - 1];
    captured.add(last + ", with " + this.frames.variable(last, 0));
    Checkpoints.request();
  }

  @Override
  public FrameRecord[] frames() {
    return null;
  }

  @Override
  public boolean isInitialised(String className) {
    return false;
  }

  @Override
  public void deferred(String why, long attempts) {
    deferred.add(why);
  }

  @Override
  public void broken(Throwable why) {
    throw new IllegalStateException(why);
  }
}
