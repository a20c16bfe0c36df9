package org.ftmpj.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobStatus;
import org.ftmpj.launcher.registry.Json;
import org.ftmpj.launcher.registry.Table;
import org.ftmpj.replay.inspect.ChannelContent;
import org.ftmpj.replay.inspect.JobContent;
import org.ftmpj.replay.inspect.RankContent;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.JobRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ftmpj inspect JOB}: what its logs hold. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the content of a job's logs: messages by channel, determinants by kind,"
          + " output, ends. Reads them from their start and changes nothing. Works on a running"
          + " job, too."
    },
    footer = {
      "",
      "BYTES are payload, without the framing of the logs. Determinants: Match, a receive"
          + " from any source; Probe; Deliver, a wait or test; NotYet, failed tests in a row"
          + " (POLLS counts them); Value, a value read from outside. REMOVED, if any: messages,"
          + " and records of determinants, that were removed because no checkpoint requires"
          + " them."
    })
final class InspectCommand implements Runnable {
  private static final String REMOVED = "REMOVED";

  @Spec private CommandSpec spec;

  @Option(names = "--rank", paramLabel = "R", description = "Show only this rank and its channels.")
  private Integer rank;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(
      paramLabel = "JOB",
      description = "The job's id, as `ftmpj jobs` lists it, or its directory.")
  private String name;

  @Override
  public void run() {
    FoundJob job = JobRegistry.ofUser().find(name);
    Set<Integer> ranks =
        IntStream.of(RecordedRanks.of(job, spec, rank)).boxed().collect(Collectors.toSet());
    JobRecord record = RecordedRanks.recordOf(job);
    JobContent content = JobContent.of(job.layout(), record.ranks(), record.durability(), ranks);
    CommandOutput.print(spec, json ? Json.of(json(job, content)) + "\n" : text(job, content));
    List<FtmpjException> damages = content.damages();
    if (!damages.isEmpty()) {
      throw damages.get(0);
    }
  }

  private static String text(FoundJob job, JobContent content) {
    boolean pruned = content.isPruned();
    String end = System.lineSeparator();
    return JobStatus.of(job).headText()
        + end
        + ranks(content.ranks(), pruned)
        + end
        + channels(content.channels(), pruned);
  }

  private static Table ranks(List<RankContent> all, boolean pruned) {
    String[] head = {
      "RANK", "STARTS", "END", "DETERMINANTS", "BYTES", "POLLS", "LINES", "OUTPUT", "KINDS"
    };
    Table table = new Table(pruned ? with(head, 3, REMOVED) : head);
    for (RankContent one : all) {
      Object[] row = {
        one.rank(),
        one.incarnations(),
        end(one),
        one.determinantCount(),
        one.determinantBytes(),
        one.failedPolls(),
        one.outputLines(),
        one.outputBytes(),
        kinds(one)
      };
      table.row(pruned ? with(row, 3, one.removed()) : row);
    }
    return table;
  }

  private static Table channels(List<ChannelContent> all, boolean pruned) {
    String[] head = {"CHANNEL", "MESSAGES", "BYTES", "SYNCHRONOUS", "MARKS", "STARTS"};
    Table table = new Table(pruned ? with(head, 1, REMOVED) : head);
    for (ChannelContent one : all) {
      Object[] row = {
        one.source() + " -> " + one.destination(),
        one.messages() + (one.damage().isPresent() ? " (damaged)" : ""),
        one.bytes(),
        one.synchronous(),
        one.marks(),
        one.incarnation()
      };
      table.row(pruned ? with(row, 1, one.removed()) : row);
    }
    return table;
  }

  /** With another column at that place. */
  private static <T> T[] with(T[] columns, int place, T another) {
    List<T> all = new ArrayList<>(List.of(columns));
    all.add(place, another);
    return all.toArray(columns);
  }

  private static String end(RankContent content) {
    return content
        .exit()
        .map(
            exit ->
                exit instanceof ExitRecord.FailStop stop
                    ? "stopped " + stop.code()
                    : "exit " + code((ExitRecord.Program) exit))
        .orElse("none");
  }

  private static String code(ExitRecord.Program program) {
    return program.code().isPresent() ? "" + program.code().getAsInt() : "?";
  }

  private static String kinds(RankContent content) {
    List<String> kinds = new ArrayList<>();
    content.determinants().forEach((kind, count) -> kinds.add(kind + " " + count));
    return content.damage().isPresent()
        ? "damaged"
        : kinds.isEmpty() ? "-" : String.join(", ", kinds);
  }

  private static Map<String, Object> json(FoundJob job, JobContent content) {
    Map<String, Object> json = JobStatus.of(job).json();
    List<Map<String, Object>> ranks = new ArrayList<>();
    for (RankContent one : content.ranks()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("rank", one.rank());
      map.put("starts", one.incarnations());
      map.put("end", one.exit().map(exit -> end(one)));
      map.put("records_removed", one.removed());
      map.put("determinants", one.determinants());
      map.put("determinant_bytes", one.determinantBytes());
      map.put("failed_polls", one.failedPolls());
      map.put("output_lines", one.outputLines());
      map.put("output_bytes", one.outputBytes());
      map.put("damage", one.damage().map(FtmpjException::getMessage));
      ranks.add(map);
    }
    List<Map<String, Object>> channels = new ArrayList<>();
    for (ChannelContent one : content.channels()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("source", one.source());
      map.put("destination", one.destination());
      map.put("messages_removed", one.removed());
      map.put("messages", one.messages());
      map.put("bytes", one.bytes());
      map.put("synchronous", one.synchronous());
      map.put("marks", one.marks());
      map.put("starts", one.incarnation());
      map.put("damage", one.damage().map(FtmpjException::getMessage));
      channels.add(map);
    }
    json.put("rank_logs", ranks);
    json.put("channel_logs", channels);
    return json;
  }
}
