// Whether the processors have time to spare: a process that waits for slots leaves them to another.
import { availableParallelism, cpus } from 'node:os'

/** So long they are looked at before one more process is begun, which takes that long to work at all. */
export const IDLE_MS = 1_500
/** Of all processors together; a third of two is what one process of tests works. */
const SPARE_SHARE = 0.35

function timesOf(all) {
  let [idle, total] = [0, 0]
  for (const { times } of all) {
    idle += times.idle
    for (const ms of Object.values(times)) total += ms
  }
  return { idle, total }
}

/** Answers true once for each stretch in which they had time to spare; never where only some of them are ours. */
export function createIdle({
  read = cpus,
  now = () => performance.now(),
  ours = availableParallelism(),
} = {}) {
  let [since, from] = [now(), timesOf(read())]
  return () => {
    if (now() - since < IDLE_MS) return false
    const all = read()
    const to = timesOf(all)
    const spare = (to.idle - from.idle) / (to.total - from.total)
    ;[since, from] = [now(), to]
    return all.length <= ours && spare > SPARE_SHARE
  }
}
