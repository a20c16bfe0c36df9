#!/bin/sh
#SBATCH --no-kill
#SBATCH --requeue
#SBATCH --open-mode=append
# Runs a program to its end in as many jobs of Slurm as it takes, on whatever nodes they have. See docs/clusters.md.
#   sbatch -N NODES -n RANKS --time TIME requeue.sh DIRECTORY WORDS...
# DIRECTORY is on storage that all nodes share. WORDS are what follows `ftmpj run`: more options, then Main and its arguments.
# FTMPJ is the command ftmpj; FTMPJ_WALLTIME how long the program may run in each job, in seconds (default: what the job has left
# but for two minutes).
set -eu
directory=$1
shift
ftmpj=${FTMPJ:-/opt/ftmpj/ftmpj}
stopped=75

# Of [days-]hours:minutes:seconds, of which what is 0 in front may be missing; nothing if there is no limit.
seconds_left() {
  squeue --noheader --jobs "$SLURM_JOB_ID" --format %L | awk -F'[-:]' '
    $NF ~ /^ *[0-9]+ *$/ { split("1 60 3600 86400", unit, " "); for (i = 0; i < NF; i++) s += $(NF - i) * unit[i + 1]; print s - 120 }'
}

walltime=${FTMPJ_WALLTIME:-$(seconds_left)}
code=0
if [ -e "$directory/job/identity" ]; then
  "$ftmpj" resume ${walltime:+--walltime "${walltime}s"} "$directory/job" || code=$?
else
  mkdir -p "$directory/checkpoints"
  "$ftmpj" run --job-dir "$directory/job" --durability host --checkpoint-dir "$directory/checkpoints" --checkpoint-every auto \
    ${walltime:+--walltime "${walltime}s"} "$@" || code=$?
fi
if [ "$code" = "$stopped" ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
