import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erasable, withoutTexts } from '#core/erasure/erasure.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { oldShapes } from '#core/model/old-shapes.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { dana } from '#test/core/given-when-then.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type Tampering, tamperWith } from '#test/database/tampering.ts'
import { appendInForm1 } from '#test/histories/append-in-form-1.ts'
import { sampleAppend, sampleNote } from '#test/histories/sample-appends.ts'
import { type Append, append } from './append.ts'
import { eraseEvents, type Remains, sealRemains } from './erasure.ts'
import { readStream } from './read.ts'

let database: TestDatabase
let api: pg.Pool
let projector: pg.Pool
/** Runs with the triggers disabled, as a superuser could. */
let intruder: Tampering
beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 2 })
  projector = connect(database.url, 'fettle_projector', { max: 2 })
  intruder = tamperWith(database.url)
})
afterAll(async () => {
  await Promise.all([api.end(), projector.end(), intruder.end()])
  await database.drop()
})

let companyId: string
let streamId: string
let form: 1 | 2 = 2
const appendAs = async (one: Append) => void (form === 1 ? await appendInForm1(intruder, one) : await append(api, one))
const noteOf = async () => (await readStream(api, companyId, streamId)).map((event) => event.data)
/** A ledger with notes at seq 1 and 2, next to another company's notes. */
beforeEach(async () => {
  companyId = uuid()
  streamId = uuid()
  for (const one of [companyId, uuid()]) {
    const notes = [sampleNote('Mrs Doyle, third floor'), sampleNote('Key with the porter')]
    await appendAs(sampleAppend({ companyId: one, streamId, events: notes }))
  }
})

/** What would remain of the event at a seq, sealed in the form it was appended in. */
async function seal(seq: number, data: unknown): Promise<Remains> {
  const text = `select encode(digest, 'hex') digest from event where company_id = $1 and seq = $2`
  const { rows } = await intruder.query<{ digest: string }>(text, [companyId, seq])
  return sealRemains({ seq, digest: rows[0]?.digest ?? '' }, data)
}

type Erasing = {
  remains?: readonly Remains[]
  told?: readonly Remains[]
  texts?: string[]
  reason?: string
  actorRole?: 'owner' | 'admin'
  as?: string
}
/** Erases the first note with the given changes to the request. */
async function erase(erasing: Erasing = {}) {
  const { remains, told = remains, actorRole = 'owner', as = companyId, texts = ['note'], reason = 'Asked' } = erasing
  const [note] = await noteOf()
  const good = [await seal(1, withoutTexts(note, ['note']))]
  const events = (told ?? good).map(({ seq, remains }) => ({ seq, texts, remains }))
  const stream = { stream: 'company', streamId: companyId, actorId: dana.userId, actorRole } as const
  const version = await readStream(api, companyId, companyId)
  const commandId = randomUUID()
  await inCompany(api, as, async (client) => {
    const one = sampleAppend({
      ...stream,
      companyId,
      commandId,
      expectedVersion: version.length,
      events: [{ type: 'EventErased', data: { events, reason } }],
    })
    await append(client, one)
    await eraseEvents(client, companyId, commandId, remains ?? good)
  })
}
const faultOf = async () => (await verifyLedger(projector, { companyId }))[0]?.fault

test('the database allows the erasure of exactly the texts that the product offers', async () => {
  const old = [...oldShapes].flatMap(([type, shapes]) =>
    shapes.flatMap((one) => one.erasable.map((path) => [type, path])),
  )
  const paths = [...new Set([...Object.values(erasable).flat(), ...old.flatMap(([, path]) => path ?? [])])]
  const pairs = Object.keys(erasable).flatMap((type) =>
    [...paths, 'noteId', 'taskId', 'tasks'].map((path) => [type, path]),
  )
  const { rows } = await intruder.query<{ type: string; path: string }>(
    `select type, path from jsonb_array_elements($1) one, lateral (select one ->> 0 as type, one ->> 1 as path) pair
     where is_erasable(type, path)`,
    [JSON.stringify(pairs)],
  )
  const offered = Object.entries(erasable).flatMap(([type, its]) => its.map((path) => `${type} ${path}`))
  const all = new Set([...offered, ...old.map((pair) => pair.join(' '))])
  expect(rows.map((one) => `${one.type} ${one.path}`).toSorted()).toEqual([...all].toSorted())
})

describe.each([1, 2] as const)('in form %s', (ofForm) => {
  beforeAll(() => {
    form = ofForm
  })

  test('the text of an event is erased, the rest of it is kept, and the chain still verifies', async () => {
    const [before] = await readStream(api, companyId, streamId)
    const other = uuid()
    await append(api, sampleAppend({ companyId, streamId, expectedVersion: 2, events: [sampleNote('Later')] }))
    await append(api, sampleAppend({ companyId, streamId: other, events: [sampleNote('Elsewhere')] }))
    await erase()
    const [after] = await readStream(api, companyId, streamId)
    expect(after).toEqual({ ...before, data: { ...before?.data, note: erasedText } })
    expect(await faultOf()).toBeUndefined()
    // A later command may have repeated the text as the previous value; guesses could be tested against its digest.
    const requests = async (stream: string) => {
      const text = `select distinct length(request) from event where company_id = $1 and stream_id = $2`
      return (await intruder.query<{ length: number }>(text, [companyId, stream])).rows.map((one) => one.length)
    }
    expect(await requests(streamId), 'no digest of what was sent is kept').toEqual([0])
    expect(await requests(other)).toEqual([32])
  })

  test('after two erasures of one event the last one counts', async () => {
    await appendAs(
      sampleAppend({
        companyId,
        streamId,
        expectedVersion: 2,
        events: [{ type: 'ImageAdded', data: { imageId: uuid(), src: '/a.webp', description: 'Mrs Doyle' } }],
      }),
    )
    const image = async () => (await noteOf())[2]
    for (const path of ['src', 'description']) {
      const remains = [await seal(3, withoutTexts(await image(), [path]))]
      await erase({ remains, texts: [path] })
      expect(await faultOf()).toBeUndefined()
    }
    expect(await image()).toMatchObject({ src: erasedText, description: erasedText })
  })

  describe('anything but a proper erasure is refused and changes nothing', () => {
    const bad = async (data: object) => [await seal(1, { ...Object(await noteOf())[0], ...data })]
    const other = 'append-only'
    test.each<[string, () => Promise<Erasing>, string]>([
      ['other words instead of the text', async () => ({ remains: await bad({ note: 'Nobody came.' }) }), other],
      ['an extra field', async () => ({ remains: await bad({ note: erasedText, by: 'me' }) }), other],
      ['a missing field', async () => ({ remains: [await seal(1, { note: erasedText })] }), other],
      [
        'other remains than recorded',
        async () => ({
          remains: await bad({ note: erasedText }),
          told: [{ ...(await seal(1, {})), remains: 'ab'.repeat(32) }],
        }),
        'what remains',
      ],
      [
        'one more event than recorded',
        async () => ({ remains: [...(await bad({ note: erasedText })), await seal(2, {})], told: await bad({}) }),
        'nothing is erased',
      ],
      [
        'another text than recorded',
        async () => ({ remains: await bad({ note: erasedText }), texts: ['text'] }),
        other,
      ],
      ['an id', async () => ({ remains: await bad({ noteId: erasedText }), texts: ['noteId'] }), other],
      ['an id next to a text', async () => ({ remains: await bad({ noteId: erasedText, note: erasedText }) }), other],
      ['less than recorded', async () => ({ remains: await bad({}) }), other],
      ['without a reason', async () => ({ reason: ' \n' }), 'nothing is erased'],
      [
        'one event in place of another recorded one',
        async () => {
          const [first, second] = await noteOf()
          const told = await Promise.all([first, second].map((note, at) => seal(at + 1, withoutTexts(note, ['note']))))
          return { told, remains: told.slice(0, 1).concat(told.slice(0, 1)) }
        },
        'nothing is erased',
      ],
      ['an event that is not there', async () => ({ remains: [await seal(9, {})] }), 'there is no event 9'],
      ['an admin', async () => ({ actorRole: 'admin' }), 'nothing is erased'],
      ['another company', async () => ({ as: uuid() }), 'only to its own company'],
    ])('%s', async (_, erasing, error) => {
      const before = await noteOf()
      await expect(erase(await erasing())).rejects.toThrow(error)
      expect(await noteOf()).toEqual(before)
      expect(await faultOf()).toBeUndefined()
    })

    test('an erasure recorded earlier, in another transaction', async () => {
      await erase()
      const [told] = await readStream(api, companyId, companyId)
      const remains = [await seal(2, { noteId: uuid(), note: erasedText })]
      const again = inCompany(api, companyId, (client) =>
        eraseEvents(client, companyId, told?.commandId ?? '', remains),
      )
      await expect(again).rejects.toThrow('nothing is erased')
    })

    test('the same statement by anyone else, including the role that owns the function', async () => {
      const owner = new pg.Client({ connectionString: database.url })
      await owner.connect()
      for (const role of ['none', 'fettle_ledger']) {
        await owner.query(`set role ${role}`)
        const all = [`set data = data || '{"note": "[erased]"}'`, 'set salt = sha256(salt)', "set request = 'x'"]
        for (const one of all)
          await expect(owner.query(`update event ${one} where company_id = '${companyId}'`)).rejects.toThrow(
            'append-only',
          )
      }
      for (const column of ['digest', 'hash', 'actor_id', 'recorded_at'])
        await expect(owner.query(`update event set ${column} = ${column}`)).rejects.toThrow('permission denied')
      await owner.end()
    })
  })

  describe('tampering that looks like an erasure is reported', () => {
    const change = (seq: number, expression: string) =>
      intruder.query(`update event set data = ${expression} where company_id = $1 and seq = $2`, [companyId, seq])

    test('data removed without an erasure', async () => {
      await change(2, `data || '{"note": "[erased]"}'`)
      expect(await faultOf()).toEqual({ seq: 2, reason: 'digest' })
    })
    test('data removed from an event other than the erased one', async () => {
      await erase()
      await change(2, `data || '{"note": "[erased]"}'`)
      expect(await faultOf()).toEqual({ seq: 2, reason: 'digest' })
    })
    test('the remaining data was changed afterwards', async () => {
      await erase()
      await change(1, `data || '{"noteId": "${uuid()}"}'`)
      expect(await faultOf()).toEqual({ seq: 1, reason: 'digest' })
    })
    test('the erasure was altered to name another event', async () => {
      await erase()
      const note = (await noteOf())[1]
      const forged = sealRemains({ seq: 2, digest: '' }, withoutTexts(note, ['note']))
      await intruder.query('update event set data = $3, salt = $4 where company_id = $1 and seq = $2', [
        companyId,
        2,
        forged.data,
        Buffer.from(forged.salt ?? '', 'hex'),
      ])
      await change(
        3,
        `jsonb_set(data, '{events}', data -> 'events' || '[{"seq": 2, "texts": ["note"], "remains": "${forged.remains}"}]')`,
      )
      expect(await faultOf()).toEqual({ seq: form === 1 ? 3 : 2, reason: 'digest' })
    })
    test('the erasure itself was removed', async () => {
      await erase()
      await append(api, sampleAppend({ companyId }))
      await intruder.query('delete from event where company_id = $1 and seq = 3', [companyId])
      expect(await faultOf()).toEqual({ seq: 1, reason: form === 1 ? 'digest' : 'erasure' })
    })
  })

  test('a head signed before an erasure is still in the ledger', async () => {
    const [before] = await verifyLedger(projector, { companyId })
    await erase()
    const knownHeads = async () => (before?.head ? [before.head] : [])
    expect(await verifyLedger(projector, { companyId, knownHeads })).toMatchObject([{ events: 3, known: ['holds'] }])
  })
})
