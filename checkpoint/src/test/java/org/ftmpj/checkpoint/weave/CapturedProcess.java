package org.ftmpj.checkpoint.weave;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.checkpoint.bridge.Checkpoints;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.checkpoint.frame.Checkpointing;
import org.ftmpj.checkpoint.frame.KnownSites;
import org.ftmpj.checkpoint.frame.ProgramFrames;
import org.ftmpj.checkpoint.image.FieldWriter;
import org.ftmpj.checkpoint.image.ImageReader;
import org.ftmpj.checkpoint.image.ImageWriter;
import org.ftmpj.checkpoint.image.Leaves;
import org.ftmpj.checkpoint.image.NotCapturable;
import org.ftmpj.checkpoint.image.ProgramTypes;
import org.ftmpj.checkpoint.image.TestAgent;

/**
 * A process that runs a program from its main, or from an image if there is one, up to a moment,
 * makes an image there and halts. Without another moment the program ends and says its result.
 *
 * <p>{@code IMAGE MOMENT MAIN ARGUMENTS...}: the moment is counted in calls that are polled, from
 * where the process begins; 0 is never.
 */
public final class CapturedProcess implements Checkpointing, ProgramTypes, Leaves {
  static final String CAPTURED = "captured at";

  private static final String PROGRAM = "org.ftmpj.checkpoint.program.";
  private static final Map<String, String> FINGERPRINT = Map.of();

  private final Path image;
  private final long moment;
  private final ImageReader reader;
  private long polls;

  private CapturedProcess(Path image, long moment) throws IOException {
    this.image = image;
    this.moment = moment;
    if (Files.exists(image)) {
      try (FileChannel from = FileChannel.open(image)) {
        this.reader = ImageReader.check(from, FINGERPRINT);
      }
    } else {
      this.reader = null;
    }
  }

  public static void main(String[] arguments) throws Throwable {
    CapturedProcess process =
        new CapturedProcess(Path.of(arguments[0]), Long.parseLong(arguments[1]));
    process.weave(TestAgent.instrumentation(), arguments[2].replace('.', '/'));
    List<String> rest = List.of(arguments).subList(3, arguments.length);
    Checkpoints.request();
    Launch.main(Class.forName(arguments[2]), rest.toArray(new String[0]));
  }

  private void weave(Instrumentation instrumentation, String main) throws IOException {
    ProgramSites sites = new ProgramSites();
    KnownSites known = new KnownSites();
    Reach reach = Reach.ofClassPath(List.of(Classes.directory()), sites);
    TwinWeaver weaver = new TwinWeaver(main, sites, reach, known, this::isInitialised);
    instrumentation.addTransformer(
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> redefined,
              ProtectionDomain domain,
              byte[] classFile) {
            return name != null && name.replace('/', '.').startsWith(PROGRAM)
                ? weaver.rewrite(loader, name, classFile, name.equals(main))
                : null;
          }
        });
    new ProgramFrames(this, known, new FieldWriter(), this::isProgram).install();
  }

  @Override
  public boolean wanted() {
    return ++polls == moment;
  }

  @Override
  public Optional<String> passingObstacle() {
    return Optional.empty();
  }

  @Override
  public void captured(FrameRecord[] frames) {
    System.out.println(CAPTURED + " " + frames[frames.length - 1]);
    try (FileChannel to =
        FileChannel.open(image, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      to.truncate(0);
      new ImageWriter(TestAgent.instrumentation(), this, this, FINGERPRINT).trace(frames).write(to);
    } catch (IOException | NotCapturable e) {
      throw new IllegalStateException(e);
    }
    Runtime.getRuntime().halt(0);
  }

  @Override
  public FrameRecord[] frames() {
    if (reader == null) {
      return null;
    }
    try (FileChannel from = FileChannel.open(image)) {
      return (FrameRecord[]) reader.restore(from, this, this);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean isInitialised(String className) {
    return reader != null && reader.initialised().contains(className);
  }

  @Override
  public void deferred(String why, long attempts) {
    throw new IllegalStateException(why);
  }

  @Override
  public void broken(Throwable why) {
    throw new IllegalStateException(why);
  }

  @Override
  public boolean isProgram(Class<?> type) {
    return type.getName().startsWith(PROGRAM);
  }

  @Override
  public boolean hasTokens(Class<?> type) {
    return false;
  }

  @Override
  public Map<String, ClassLoader> loaders() {
    return Map.of("application", ClassLoader.getSystemClassLoader());
  }

  @Override
  public boolean concerns(Class<?> type) {
    return false;
  }

  @Override
  public String nameOf(Object object) {
    return null;
  }

  @Override
  public Object named(String name) {
    throw new IllegalArgumentException(name);
  }
}
