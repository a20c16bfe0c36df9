package org.ftmpj.interceptors.threads;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.interceptors.program.Call;

/**
 * The treatment of every call of the JDK by which threads may meet. Events and refused calls are in
 * {@link ThreadCalls} and {@link SharedTypes}; all others are in the text {@code coverage.txt},
 * which explains its format. Any thread.
 */
final class CoverageTable {
  private static final String TEXT = "coverage.txt";
  private static final String ANY = "*";
  private static final String CONSTRUCTOR = "<init>";

  /** Stands for a call that a subclass makes by being one. */
  static final String EXTENDS = "extends";

  private final List<String> packages = new ArrayList<>();
  private final Map<String, Map<String, Coverage>> byType = new HashMap<>();

  private CoverageTable() {}

  /** The table that ships. */
  static CoverageTable read() {
    CoverageTable table = new CoverageTable();
    try (InputStream in = CoverageTable.class.getResourceAsStream(TEXT);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      String prefix = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("in ")) {
          prefix = line.substring(3).strip().replace('.', '/') + "/";
        } else if (line.startsWith("all of ")) {
          prefix = line.substring(7).strip().replace('.', '/') + "/";
          table.packages.add(prefix);
        } else if (!line.isBlank() && !line.startsWith("#")) {
          table.add(prefix, line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }

  /** A line such as {@code harmless TypeA TypeB: member prefix*}. */
  private void add(String prefix, String line) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(TEXT + " has a line without a colon: " + line);
    }
    String[] types = line.substring(0, colon).strip().split(" +");
    Coverage coverage =
        switch (types[0]) {
          case "harmless" -> Coverage.HARMLESS;
          case "unrecorded" -> Coverage.UNRECORDED;
          case "unrecorded-thread" -> Coverage.UNRECORDED_THREAD;
          case "unrecorded-value" -> Coverage.UNRECORDED_VALUE;
          default -> throw new IllegalArgumentException(TEXT + " has a line " + line);
        };
    for (int i = 1; i < types.length; i++) {
      String type = types[i].equals(ANY) ? ANY : prefix + types[i];
      Map<String, Coverage> members = byType.computeIfAbsent(type, t -> new HashMap<>());
      for (String member : line.substring(colon + 1).strip().split(" +")) {
        if (members.put(member.equals("new") ? CONSTRUCTOR : member, coverage) != null) {
          throw new IllegalArgumentException(TEXT + " has " + type + "." + member + " twice");
        }
      }
    }
  }

  /** Types that are named in it. */
  Set<String> types() {
    Set<String> types = new TreeSet<>(byType.keySet());
    types.remove(ANY);
    return types;
  }

  /** The entries for members of that type itself. */
  Set<String> membersOf(String type) {
    return Set.copyOf(byType.get(type).keySet());
  }

  /** Packages all of whose types are covered, each with a slash at its end. */
  List<String> packages() {
    return List.copyOf(packages);
  }

  /** Whether calls of that type are looked at. */
  boolean covers(String type) {
    return byType.containsKey(type) || packages.contains(packageOf(type));
  }

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('/') + 1);
  }

  /** Whether that call needs a warning, as an unknown one does. */
  boolean isUnrecorded(Call call) {
    if (!covers(call.owner())) {
      return false;
    }
    Coverage coverage = of(call);
    return coverage == null || coverage == Coverage.UNRECORDED || startsThread(call);
  }

  /** Whether it has the JDK start a thread that runs code of the program. */
  boolean startsThread(Call call) {
    return covers(call.owner()) && of(call) == Coverage.UNRECORDED_THREAD;
  }

  /** Whether what it answers is not recorded, however many threads the program has. */
  boolean isUnrecordedValue(Call call) {
    return covers(call.owner()) && of(call) == Coverage.UNRECORDED_VALUE;
  }

  /** A call as the program's author knows it: {@code ThreadPoolExecutor.getQueue}. */
  static String nameOf(Call call) {
    return call.name().equals(EXTENDS) ? "extends " + call.simpleOwner() : call.inWords();
  }

  /** The treatment of a call of a covered type; null if the table has none. */
  Coverage of(Call call) {
    if (SharedTypes.isUnsupported(call)) {
      return Coverage.REFUSED;
    }
    return ThreadCalls.areEvents(call) ? Coverage.ORDERED : written(call.owner(), call.name());
  }

  /** The most exact entry of the text; null if there is none. The most exact entry counts. */
  Coverage written(String type, String member) {
    Coverage coverage = best(byType.get(type), member);
    return coverage == null ? best(byType.get(ANY), member) : coverage;
  }

  private static Coverage best(Map<String, Coverage> members, String member) {
    if (members == null) {
      return null;
    }
    Coverage coverage = members.get(member);
    for (int length = member.length() - 1; coverage == null && length >= 0; length--) {
      coverage = members.get(member.substring(0, length) + ANY);
    }
    return coverage;
  }
}
