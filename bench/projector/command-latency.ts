import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import type { Running } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'

const pause = 20

/**
 * Somebody's commands, one after another with a short pause, while `work` goes on: of the milliseconds that each took, those
 * that 95 of 100 stayed under.
 */
export async function commandsBeside(running: Running, owner: SignedIn, work: Promise<unknown>): Promise<number> {
  let working = true
  const over = work.finally(() => {
    working = false
  })
  // Its failure is told at the end.
  over.catch(() => undefined)
  const took: number[] = []
  while (working) {
    const begun = performance.now()
    await createJob(running, owner)
    took.push(performance.now() - begun)
    await sleep(pause)
  }
  await over
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.NaN
}

async function createJob({ post }: Running, { token }: SignedIn) {
  const data = { jobId: uuid(), apartmentName: '12 High Street', createdAt: '2026-11-20', tasks: [] }
  const command = { commandId: uuid(), happenedAt: new Date().toISOString(), type: 'CreateJob', data }
  const answer: CommandsAnswer = await (await post(paths.commands, { commands: [command] }, token)).json()
  if (answer.results[0]?.status !== 'accepted') throw new Error(JSON.stringify(answer))
}
