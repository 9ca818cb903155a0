import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { copyEvents } from './copy-events.ts'
import { readEvents } from './read.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

test('events read by COPY equal those read by a query, whatever text they hold', async () => {
  const odd = ['back\\slash', 'a\ttab', 'two\nlines', '"quoted"', '\\N', '\\.', 'naïve ☕ 𝄞', '\\\\"\\u0041', '']
  const events = sampleHistory(61, 400).map((event, index) =>
    event.type === 'NoteAdded' ? { ...event, data: { ...event.data, note: odd[index % odd.length] ?? '' } } : event,
  )
  const companyId = events[0]?.companyId ?? ''
  await ledger.store(events)
  await withDedicatedConnection(ledger.pool, async (client) => {
    const copied = await copyEvents(client, companyId, 5, 300)
    expect(copied.length).toBe(300)
    const queried = await readEvents(client, companyId, 5, 300)
    expect(copied).toEqual(queried.map(({ clock: _c, commandId: _i, ordinal: _o, ...folded }) => folded))
    expect(await copyEvents(client, companyId, 400, 300)).toEqual([])
  })
})
