import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { RunningProduct } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'

const pause = 20

/**
 * The 95th percentile, in milliseconds, of one person's commands, sent one after another with short pauses while `work` runs.
 */
export async function commandLatencyDuring(
  product: RunningProduct,
  owner: SignedIn,
  work: Promise<unknown>,
): Promise<number> {
  let working = true
  const ended = work.finally(() => {
    working = false
  })
  // A failure is reported at the end.
  ended.catch(() => undefined)
  const durations: number[] = []
  while (working) {
    const startedAt = performance.now()
    await createJob(product, owner)
    durations.push(performance.now() - startedAt)
    await sleep(pause)
  }
  await ended
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Number.NaN
}

async function createJob({ post }: RunningProduct, { token }: SignedIn) {
  const data = { jobId: uuid(), apartmentName: '12 High Street', createdAt: '2026-11-20', tasks: [] }
  const command = { commandId: uuid(), happenedAt: new Date().toISOString(), type: 'CreateJob', data }
  const answer: CommandsAnswer = await (await post(paths.commands, { commands: [command] }, token)).json()
  if (answer.results[0]?.status !== 'accepted') throw new Error(JSON.stringify(answer))
}
