import { setTimeout as sleep } from 'node:timers/promises'

/** Batches work on ids that arrive often: one batch at a time with a pause after each, for all ids that arrived by then. */
export function batchIds(pause: number, work: (ids: ReadonlySet<string>) => Promise<unknown>) {
  const gathered = new Set<string>()
  let running = false
  const run = async () => {
    running = true
    while (gathered.size > 0) {
      const ids = new Set(gathered)
      gathered.clear()
      await work(ids)
      await sleep(pause)
    }
    running = false
  }
  return (ids: Iterable<string>) => {
    for (const id of ids) gathered.add(id)
    if (!running && gathered.size > 0) void run()
  }
}
