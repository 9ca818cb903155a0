import { randomBytes, randomUUID } from 'node:crypto'
import type { Stream } from '#core/model/messages.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { digestOf } from '#ledger/log/chain.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** Appends an event to a stream as another release would: of any type, with any data, chained like every other. */
export async function appendUnchecked(
  { services }: Pick<TestServer, 'services'>,
  { user: { companyId, userId } }: Pick<SignedInTest, 'user'>,
  one: { stream: Stream; streamId: string; type: string; data: unknown; schema?: number; numbered?: boolean },
): Promise<{ seq: number; version: number }> {
  return inCompany(services.ledgerPool, companyId, async (client) => {
    const { rows } = await client.query<{ version: number }>(
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
    const { rows: answers } = await client.query({
      text: 'select append_commands($1, $2, $3) as answer',
      values: [companyId, JSON.stringify([command]), '{}'],
    })
    return answers[0].answer.positions[0]
  })
}
