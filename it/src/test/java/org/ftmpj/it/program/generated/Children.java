package org.ftmpj.it.program.generated;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Errands that processes do. */
final class Children {
  private static final int MOST_TASKS = 4;
  private static final int KILLED = 128 + 15;

  private Children() {}

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private static void give(Process process, List<String> lines) throws IOException {
    try (OutputStream out = process.getOutputStream()) {
      out.write(text(lines).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static List<String> lines(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
  }

  /** By any way of waiting. */
  private static void ends(Doer doer, Process process, int expected) throws InterruptedException {
    doer.saw(process.pid());
    switch (doer.choose(4)) {
      case 0 -> {
        while (!process.waitFor(10, TimeUnit.MILLISECONDS)) {
          doer.saw(2);
        }
      }
      case 1 -> {
        while (process.isAlive()) {
          doer.saw(3);
          Thread.sleep(1);
        }
      }
      case 2 -> doer.saw(process.onExit().join().exitValue());
      default -> process.waitFor();
    }
    int code = process.exitValue();
    WitnessBroken.unless(code == expected, "a process ended with %d, not %d", code, expected);
  }

  private static void same(List<String> expected, List<String> read) {
    WitnessBroken.unless(expected.equals(read), "a process says %s, not %s", read, expected);
  }

  private static ProcessBuilder builder(String... command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  static Object cat(Doer doer) throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>(doer.lines());
    Process process =
        doer.oneIn(2)
            ? builder("cat").start()
            : Runtime.getRuntime().exec(new String[] {"cat", "-"});
    List<String> told = new ArrayList<>(lines);
    told.add(Long.toHexString(doer.hash()));
    give(process, told);
    same(told, lines(process));
    ends(doer, process, 0);
    return lines;
  }

  static Object sort(Doer doer) throws IOException, InterruptedException {
    List<String> lines = doer.lines();
    List<String> sorted = lines.stream().sorted().toList();
    Path in = doer.file("unsorted");
    Path out = doer.file("sorted");
    ProcessBuilder builder = builder("sort");
    boolean byFile = doer.oneIn(2);
    boolean toFile = doer.oneIn(2);
    if (byFile) {
      Files.write(in, lines);
      builder.redirectInput(in.toFile());
    }
    if (toFile) {
      builder.redirectOutput(
          doer.oneIn(2) ? Redirect.to(out.toFile()) : Redirect.appendTo(out.toFile()));
    }
    Process process = builder.start();
    if (!byFile) {
      give(process, lines);
    }
    if (toFile) {
      ends(doer, process, 0);
      same(sorted, OwnFiles.read(doer, out));
    } else {
      same(sorted, lines(process));
      ends(doer, process, 0);
    }
    if (doer.oneIn(2)) {
      Files.deleteIfExists(in);
      Files.deleteIfExists(out);
    }
    return sorted;
  }

  static Object exit(Doer doer) throws IOException, InterruptedException {
    int code = doer.dice().below(100);
    ProcessBuilder builder = builder("sh", "-c", "echo $$ >&2; echo out; exit " + code);
    boolean together = doer.oneIn(2);
    Process process = builder.redirectErrorStream(together).start();
    List<String> out = lines(process);
    if (together) {
      doer.saw(out.get(0));
      out = out.subList(1, out.size());
    } else {
      try (BufferedReader errors =
          new BufferedReader(
              new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
        doer.saw(errors.readLine());
      }
    }
    same(List.of("out"), out);
    ends(doer, process, code);
    return code;
  }

  /** Runs for a while, so ranks are killed meanwhile. */
  static Object slow(Doer doer) throws IOException, InterruptedException {
    int tenths = doer.dice().between(1, 4);
    Process process = builder("sh", "-c", "echo begun; sleep 0." + tenths + "; echo done").start();
    for (int i = doer.choose(3); i > 0; i--) {
      doer.saw(process.isAlive() ? 1 : 0);
      doer.saw(process.getInputStream().available());
    }
    if (doer.oneIn(2)) {
      ends(doer, process, 0);
      same(List.of("begun", "done"), lines(process));
    } else {
      same(List.of("begun", "done"), lines(process));
      ends(doer, process, 0);
    }
    return tenths;
  }

  /** The process reads a file and makes another one; both are removed, or used again. */
  static Object files(Doer doer) throws IOException, InterruptedException {
    Path in = doer.file("in");
    Path out = doer.file("out");
    List<String> last = List.of();
    for (int i = doer.dice().between(1, 3); i > 0; i--) {
      List<String> lines = doer.lines();
      Files.write(in, lines);
      String wait = doer.oneIn(2) ? "sleep 0.1; " : "";
      Process process = builder("sh", "-c", wait + "tr a-z A-Z <" + in + " >" + out).start();
      ends(doer, process, 0);
      last = lines.stream().map(String::toUpperCase).toList();
      same(last, OwnFiles.read(doer, out));
      if (doer.oneIn(2)) {
        Files.delete(in);
        Files.delete(out);
      }
    }
    return last;
  }

  static Object pipeline(Doer doer) throws IOException, InterruptedException {
    List<String> lines = doer.lines();
    List<Process> processes =
        ProcessBuilder.startPipeline(List.of(builder("sort"), builder("uniq"), builder("cat")));
    give(processes.get(0), lines);
    List<String> expected = lines.stream().sorted().distinct().toList();
    same(expected, lines(processes.get(2)));
    for (Process process : processes) {
      ends(doer, process, 0);
    }
    return expected;
  }

  /** Answers line by line. */
  static Object server(Doer doer) throws IOException, InterruptedException {
    Process process = builder("cat").start();
    List<String> lines = doer.lines();
    try (BufferedWriter writer =
            new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line : lines) {
        String question = line + " " + doer.choose(1000);
        writer.write(question + "\n");
        writer.flush();
        same(List.of(question), List.of(reader.readLine()));
      }
    }
    ends(doer, process, 0);
    return lines;
  }

  static Object destroyed(Doer doer) throws IOException, InterruptedException {
    Process process = builder("sleep", "100").start();
    doer.saw(process.isAlive() ? 1 : 0);
    doer.saw(process.waitFor(doer.choose(20), TimeUnit.MILLISECONDS) ? 1 : 0);
    process.destroy();
    ends(doer, process, KILLED);
    return KILLED;
  }

  /** Several at once. */
  static Object several(Doer doer) {
    List<String> lines = doer.lines();
    int tasks = doer.dice().between(2, MOST_TASKS);
    List<Callable<Long>> all = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      int number = task;
      all.add(() -> one(number, lines));
    }
    doer.crew(all);
    return tasks;
  }

  private static long one(int number, List<String> lines) throws IOException, InterruptedException {
    Process process =
        number % 2 == 0
            ? builder("sort").start()
            : builder("sh", "-c", "sleep 0.05; sort; exit " + number).start();
    give(process, lines);
    same(lines.stream().sorted().toList(), lines(process));
    int code = process.waitFor();
    WitnessBroken.unless(code == number % 2 * number, "task %d ended with %d", number, code);
    return process.pid();
  }
}
