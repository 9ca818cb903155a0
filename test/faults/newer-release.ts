import { randomBytes, randomUUID } from 'node:crypto'
import type { Stream } from '#core/model/messages.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { digestOf } from '#ledger/log/chain.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** Appends an event to a stream as another release would: of any type, with any data, chained like every other. */
export async function appendUnchecked(
  { database }: Pick<TestServer, 'database'>,
  { user: { companyId, userId } }: Pick<SignedInTest, 'user'>,
  one: { stream: Stream; streamId: string; type: string; data: unknown; schema?: number; numbered?: boolean },
): Promise<{ seq: number; version: number }> {
  const pool = connect(database.url, 'fettle_api', { max: 1 })
  const owner = connect(database.url, 'fettle_projector', { max: 1 })
  try {
    const { rows } = await owner.query<{ version: number }>(
      'select max(version) as version from event where company_id = $1 and stream_id = $2',
      [companyId, one.streamId],
    )
    const { type, data, schema = 1, numbered = false } = one
    const salt = randomBytes(16)
    const sealed = {
      type,
      schema,
      numbered,
      data,
      salt: salt.toString('hex'),
      digest: digestOf(salt, data).toString('hex'),
    }
    const command = {
      command: randomUUID(),
      request: randomBytes(32).toString('hex'),
      stream: one.stream,
      streamId: one.streamId,
      expected: rows[0]?.version ?? 0,
      actor: userId,
      role: 'owner',
      happened: new Date().toISOString(),
      clock: 'server',
      events: [sealed],
    }
    const call = {
      text: 'select append_commands($1, $2, $3) as answer',
      values: [companyId, JSON.stringify([command]), '{}'],
    }
    const { rows: answers } = await inCompany(pool, companyId, (client) => client.query(call))
    return answers[0].answer.positions[0]
  } finally {
    await Promise.all([pool.end(), owner.end()])
  }
}
