package org.ftmpj.transport.direct;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.secret.Seal;

/**
 * The addresses at which the ranks of this host and those of other hosts reach each other, in a
 * file of the job's directory. The daemon writes it before any rank starts if ranks of different
 * hosts are to be connected with each other.
 *
 * @param seal what protects the messages between them
 * @param own the address at which ranks of this host take connections
 * @param remote by rank of another host, the address of its host
 */
public record RankAddresses(Seal seal, String own, Map<Integer, String> remote) {
  private static final String OWN = "own";
  private static final String SEAL = "seal";

  public RankAddresses {
    remote = Map.copyOf(remote);
  }

  /**
   * Finds the addresses of a job's part on this host.
   *
   * @return empty if messages between hosts go through the daemons
   * @throws FtmpjException LOG_CORRUPT
   */
  public static Optional<RankAddresses> find(JobLayout layout) {
    Path file = layout.addresses();
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(parse(Files.readAllLines(file, UTF_8)));
    } catch (IOException | IllegalArgumentException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Cannot read " + file + ": " + Reason.of(e), e);
    }
  }

  private static RankAddresses parse(List<String> lines) {
    Seal seal = null;
    String own = null;
    Map<Integer, String> remote = new TreeMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", 2);
      if (words.length < 2) {
        throw new IllegalArgumentException("the line '" + line + "'");
      }
      if (words[0].equals(OWN)) {
        own = words[1];
      } else if (words[0].equals(SEAL)) {
        seal = Seal.valueOf(words[1]);
      } else {
        remote.put(Integer.parseInt(words[0]), words[1]);
      }
    }
    if (own == null || seal == null) {
      throw new IllegalArgumentException("this host's address, or the seal, is missing");
    }
    return new RankAddresses(seal, own, remote);
  }

  /**
   * Writes the file.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(JobLayout layout) {
    String text =
        "%s %s%n%s %s%n".formatted(SEAL, seal, OWN, own)
            + new TreeMap<>(remote)
                .entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue() + "\n")
                    .collect(Collectors.joining());
    Path file = layout.addresses();
    Path unready = file.resolveSibling(file.getFileName() + ".new");
    try {
      OnlyUser.write(unready, text.getBytes(UTF_8));
      Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + file + ": " + Reason.of(e), e);
    }
  }
}
