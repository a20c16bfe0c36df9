package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.Placement;

/**
 * The hosts that the user has named, each with how many ranks it is to have at most, if that was
 * said.
 *
 * @param slots by the host's name, in the user's order; 0 if none were said
 */
public record HostList(Map<String, Integer> slots) {
  private static final Pattern HOST =
      Pattern.compile("([^\\s:,\\[\\]]+|\\[[^\\s\\]]+])(?::(\\d{1,4}))?");

  /**
   * A name, perhaps with the user to log in as, or an address, perhaps of IPv6 with its interface;
   * none that a remote shell would take for an option.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "(?:[\\w.-]+@)?[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}\\p{M}._-]*)|[0-9A-Fa-f:.]+(?:%[\\w.-]+)?");

  /** At the beginning of a text in UTF-8 that some editors write. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private static final Pattern LINE =
      Pattern.compile("(\\S+?)(?:\\s+slots\\s*=\\s*(\\d{1,4})(?:\\s.*)?)?");

  /**
   * The hosts of a job, and which ranks they have.
   *
   * @param hosts those that have ranks, then the spare ones
   * @param slots how many ranks each may have at most, 0 for any number
   */
  public record Division(List<String> hosts, List<Integer> slots, Placement placement) {

    /**
     * Returns this division with room for any number of ranks on each host when others are lost.
     */
    Division withRoom() {
      return new Division(hosts, slots.stream().map(most -> 0).toList(), placement);
    }
  }

  public HostList {
    slots = new LinkedHashMap<>(slots);
  }

  /**
   * @param text {@code a,b:4}, an IPv6 address in brackets
   * @throws IllegalArgumentException if it is not that
   */
  public static HostList parse(String text) {
    Map<String, Integer> hosts = new LinkedHashMap<>();
    for (String host : text.split(",", -1)) {
      add(host.strip(), hosts);
    }
    return new HostList(hosts);
  }

  /**
   * The errors in the arguments that name hosts.
   *
   * @param text as of {@link #parse}; null if there is none
   * @param file as of {@link #read}, which is not read; null if there is none
   */
  static List<String> problems(String text, Path file) {
    List<String> problems = new ArrayList<>();
    if (text != null && file != null) {
      problems.add("--hosts and --machinefile exclude each other");
    }
    try {
      if (text != null) {
        parse(text);
      }
    } catch (IllegalArgumentException e) {
      problems.add("--hosts: " + e.getMessage());
    }
    return problems;
  }

  /**
   * A file with a host in each line: {@code a}, {@code a:4} or {@code a slots=4}; {@code #} begins
   * a comment. A host that stands in several lines has the slots of all of them, at least one of
   * each.
   *
   * @throws FtmpjException BAD_COMMAND if it cannot be read, or holds something else
   */
  public static HostList read(Path file) {
    Map<String, Integer> hosts = new LinkedHashMap<>();
    try {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        String text = number == 1 && line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
        addLine(text.replaceFirst("#.*", "").strip(), number, hosts);
      }
    } catch (MalformedInputException e) {
      throw bad(file, "it is no text in UTF-8");
    } catch (IOException e) {
      throw bad(file, Reason.of(e));
    } catch (IllegalArgumentException e) {
      throw bad(file, e.getMessage());
    }
    if (hosts.isEmpty()) {
      throw bad(file, "it names no host");
    }
    return new HostList(hosts);
  }

  private static FtmpjException bad(Path file, String why) {
    return new FtmpjException(
        ErrorCode.BAD_COMMAND, "cannot take hosts from " + file + " (" + why + ")");
  }

  private static void addLine(String line, int number, Map<String, Integer> hosts) {
    if (line.isEmpty()) {
      return;
    }
    try {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("'" + visible(line) + "' is no host");
      }
      add(
          matcher.group(2) == null ? matcher.group(1) : matcher.group(1) + ":" + matcher.group(2),
          hosts);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
    }
  }

  /** With characters that are not seen, or that another one looks like, by their numbers. */
  private static String visible(String text) {
    StringBuilder visible = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c < ' ' || c > '~') {
                visible.append("\\u{").append(Integer.toHexString(c)).append('}');
              } else {
                visible.appendCodePoint(c);
              }
            });
    return visible.toString();
  }

  private static void add(String host, Map<String, Integer> hosts) {
    Matcher matcher = HOST.matcher(host);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + visible(host) + "' is no host, such as a or b:4");
    }
    String name = matcher.group(1).replaceAll("[\\[\\]]", "");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + visible(host) + "' is no name of a host: a character in it is none of a name");
    }
    int slots = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
    if (matcher.group(2) != null && slots == 0) {
      throw new IllegalArgumentException("'" + host + "' has no place for a rank");
    }
    Integer before = hosts.get(name);
    hosts.put(name, before == null ? slots : Math.max(1, before) + Math.max(1, slots));
  }

  /**
   * Places ranks, neighbours together: hosts with slots are filled in their order as far as the
   * others need not have at least one each; the rest is divided equally among the others.
   *
   * @throws FtmpjException BAD_COMMAND if there is no place for all
   */
  public Division divide(int ranks) {
    return divide(ranks, 0);
  }

  /**
   * Divides the ranks without the last hosts, which are spares for the ranks of lost ones.
   *
   * @param spares the number of spares
   * @throws FtmpjException BAD_COMMAND also if no other host is left
   */
  public Division divide(int ranks, int spares) {
    List<String> all = List.copyOf(slots.keySet());
    if (spares >= all.size()) {
      throw new FtmpjException(
          ErrorCode.BAD_COMMAND,
          spares + " spare hosts of " + all.size() + " leave none for ranks");
    }
    Map<String, Integer> used = new LinkedHashMap<>(slots);
    List<String> spare = all.subList(all.size() - spares, all.size());
    used.keySet().removeAll(spare);
    Placement placement = divide(used, ranks);
    List<String> names = new ArrayList<>(used.keySet());
    names.addAll(spare);
    return new Division(names, names.stream().map(slots::get).toList(), placement);
  }

  /** Divides the ranks; the hosts that have got ranks remain. */
  private static Placement divide(Map<String, Integer> slots, int ranks) {
    long open = slots.values().stream().filter(number -> number == 0).count();
    int given = slots.values().stream().mapToInt(Integer::intValue).sum();
    if (open == 0 && given < ranks) {
      throw new FtmpjException(
          ErrorCode.BAD_COMMAND, ranks + " ranks, but the hosts have " + given + " slots in all");
    }
    long spread = open == 0 ? 0 : Math.max(ranks - given, Math.min(open, ranks));
    long left = ranks - spread;
    int host = 0;
    List<Integer> hostOfRank = new ArrayList<>();
    for (Iterator<Integer> each = slots.values().iterator(); each.hasNext(); ) {
      int most = each.next();
      long here;
      if (most == 0) {
        here = (spread + open - 1) / open;
        spread -= here;
        open--;
      } else {
        here = Math.min(most, left);
        left -= here;
      }
      if (here == 0) {
        each.remove();
      } else {
        host++;
      }
      for (int i = 0; i < here; i++) {
        hostOfRank.add(host);
      }
    }
    return new Placement(hostOfRank);
  }
}
