import { v7 as uuid } from 'uuid'
import type { CommandType } from '#core/ledger/ledger.ts'
import type { CommandResult, CommandsAnswer } from '#core/wire/commands.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { LedgerAnswer } from '#core/wire/proof.ts'
import type { SignedInTest, TestServer } from './server.ts'

/** A command as a device would send it. */
export const command = (type: CommandType | (string & {}), data: unknown, over: Record<string, unknown> = {}) => ({
  commandId: uuid(),
  happenedAt: new Date().toISOString(),
  type,
  data,
  ...over,
})

/** Sends commands in one request; returns their results. */
export async function sendCommands(
  server: TestServer,
  { token }: Pick<SignedInTest, 'token'>,
  ...commands: ReturnType<typeof command>[]
): Promise<CommandResult[]> {
  const answer = await server.call(paths.commands, { token, body: { commands } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const { results }: CommandsAnswer = await answer.json()
  return results
}

/** Sends one command that must be accepted. */
export async function accepted(
  server: TestServer,
  person: Pick<SignedInTest, 'token'>,
  type: CommandType,
  data: unknown,
) {
  const [result] = await sendCommands(server, person, command(type, data))
  if (result?.status !== 'accepted') throw new Error(`${type} was refused: ${JSON.stringify(result)}`)
  return { ...result, seq: result.seq ?? 0 }
}

/** A job with everything that the log holds of it now: read right after a change, its rows could still be on their way. */
export async function jobNow(server: TestServer, { token }: Pick<SignedInTest, 'token'>, jobId: string) {
  const { seq }: LedgerAnswer = await (await server.call(paths.ledger, { token })).json()
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { job }: JobAnswer = await answer.json()
  return job
}

/** A new job with one open task. */
export async function createJob(server: TestServer, person: Pick<SignedInTest, 'token'>, data: object = {}) {
  const jobId = uuid()
  const taskId = uuid()
  const tasks = [{ taskId, description: 'Mend the tap' }]
  const result = await accepted(server, person, 'CreateJob', {
    jobId,
    apartmentName: '12 High Street',
    createdAt: '2026-11-20',
    tasks,
    ...data,
  })
  return { ...result, jobId, taskId }
}
