import { type Place, pushed, type Snapshot } from '#api/push/changes.ts'
import type { ProjectionName } from '#core/projections/projections.ts'
import { fold, newTarget, type Target } from '#projector/rows/fold.ts'
import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import type { CompanyLog } from './memory-log.ts'

/** The rows of the pushed projections, each folded from the log at its own pace. */
export type MemoryRows = {
  /** Something was appended. */
  look(): void
  rowsOf(name: ProjectionName): Map<string, object>
  seqOf(name: ProjectionName): number
  /** Resolves when these projections have reached a seq, or after two seconds. */
  reached(names: readonly ProjectionName[], seq: number): Promise<void>
  snapshot: Snapshot
  /** Replays a projection: its rows count as new. */
  replay(name: ProjectionName): void
}

export function memoryRows(loop: EventLoop, random: Random, log: CompanyLog, onFolded: () => void): MemoryRows {
  const targets = new Map<string, Target>(
    pushed.map((one) => [one.name, newTarget(one, { generation: 1, seq: 0, whole: true })]),
  )
  const targetOf = (name: string) => {
    const target = targets.get(name)
    if (!target) throw new Error(`${name} is not pushed`)
    return target
  }
  const foldNow = (name: string) => {
    const target = targetOf(name)
    if (target.seq === log.events().length) return
    fold(target, log.events())
    if (target.failure) throw new Error(`${name} stopped: ${target.failure.error}`)
    onFolded()
  }
  const place = (): Place => ({
    epoch: 1,
    reached: new Map([...targets].map(([name, { generation, seq }]) => [name, { generation, seq }])),
  })
  const rowsOf = (name: string) =>
    new Map([...targetOf(name).rows].flatMap(([key, row]) => (row ? [[key, row] as const] : [])))
  return {
    look() {
      for (const name of targets.keys()) loop.post(() => foldNow(name), random.between(1, 400))
    },
    rowsOf,
    seqOf: (name) => targetOf(name).seq,
    async reached(names, seq) {
      const until = loop.now() + 2_000
      while (loop.now() < until && names.some((name) => targetOf(name).seq < seq)) await loop.sleep(50)
    },
    snapshot: {
      place: async () => place(),
      events: async (after, most) => log.events().slice(after, after + most),
      async rows({ name, pushedRow = (row) => row }, _, keys) {
        const rows = rowsOf(name)
        return {
          rows: keys.flatMap((key) => rows.get(key) ?? []).map(pushedRow),
          removed: keys.filter((key) => !rows.has(key)),
        }
      },
    },
    replay(name) {
      const { projection, generation } = targetOf(name)
      targets.set(name, newTarget(projection, { generation: generation + 1, seq: 0, whole: true }))
      foldNow(name)
    },
  }
}
