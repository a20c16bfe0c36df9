package org.ftmpj.launcher.archive;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.supervisor.job.ClassArchive;
import org.ftmpj.supervisor.job.DirectoryTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ftmpj archive}: makes ranks of this Java start faster. */
@Command(
    name = "archive",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes ranks start faster: runs a small job, and writes the classes that its ranks"
          + " have loaded into an archive beside the agent's jar, or below $XDG_CACHE_HOME"
          + " (~/.cache) if you may not write there. The classes of MPJ Express that FTMPJ"
          + " changes are written there, too.",
      "`./ftmpj build` does this for the Java that it finds. The archive is for one build"
          + " of Java and of MPJ Express: with another one, ranks start without it until you"
          + " have run this command with that one."
    })
public final class ArchiveCommand implements Callable<Integer> {
  private static final long MIB = 1 << 20;
  private static final String WEAVING = "org.ftmpj.agent.entry.WeavingEntry";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Installation installation = Installation.find(System.getenv());
    Path archive = installation.classArchive().file();
    try {
      Path directory =
          Files.createTempDirectory(Files.createDirectories(archive.getParent()), "archive");
      JavaRun java = new JavaRun(directory);
      // Also if it is stopped.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(java, directory), "clean-up"));
      make(installation, archive, directory, java);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.NOT_ARCHIVED, "cannot make " + archive + " (" + Reason.of(e) + ")", e);
    }
    return 0;
  }

  private static void cleanUp(JavaRun java, Path directory) {
    java.stop();
    DirectoryTree.remove(directory);
  }

  private void make(Installation installation, Path archive, Path directory, JavaRun java)
      throws IOException, InterruptedException {
    say("running a job of two ranks, to see what they load");
    ArchiveTraining training = new ArchiveTraining(installation, directory);
    training.run();
    Path list = directory.resolve("classes");
    writeList(training, installation.agentJar(), list);
    Path made = directory.resolve("archive.jsa");
    dump(list, made, java);
    weave(installation, directory.resolve("woven"), java);
    // Ranks may be starting from the one that was there.
    Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
    say("ranks start from " + archive + ", " + Files.size(archive) / MIB + " MiB");
  }

  /** Weaves the MPJ Express on the class path of a rank, also of one that mpjrun starts. */
  private static void weave(Installation installation, Path directory, JavaRun java)
      throws IOException, InterruptedException {
    List<Path> classPath =
        List.of(
            installation.agentJar(),
            installation.mpjJar(),
            installation.mpjJar().resolveSibling("loader1.jar"));
    java.run(
        List.of(
            "-cp",
            classPath.stream().map(Path::toString).collect(joining(File.pathSeparator)),
            WEAVING,
            directory.toString()));
    Path woven = Files.createDirectories(installation.classArchive().wovenToMake());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.move(file, woven.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private void writeList(ArchiveTraining training, Path agentJar, Path list) throws IOException {
    Path jar = list.resolveSibling("classes.jar");
    PlainClasses.write(agentJar, jar);
    try (ClassList classes = new ClassList(jar)) {
      for (Path loaded : training.listsOfJdk()) {
        classes.addJdk(loaded);
      }
      for (Path log : training.logs()) {
        classes.addOurs(log, agentJar);
      }
      classes.write(list);
      say("writing " + classes.size() + " classes");
    }
  }

  private static void dump(Path list, Path archive, JavaRun java)
      throws IOException, InterruptedException {
    List<String> dump = new ArrayList<>(List.of("-Xshare:dump"));
    // Archives what the JDK keeps on the heap; others can only read it.
    dump.add("-XX:+UseG1GC");
    dump.add("-XX:SharedClassListFile=" + list);
    dump.add("-XX:SharedArchiveFile=" + archive);
    java.run(dump);
    List<String> trial = new ArrayList<>(ClassArchive.options(archive));
    // Fails if the archive is of no use.
    trial.add("-Xshare:on");
    trial.add("-version");
    java.run(trial);
  }

  private void say(String what) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("ftmpj: " + what);
    err.flush();
  }
}
