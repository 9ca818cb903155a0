import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SealedFile } from '#core/evidence/sealed-evidence.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { drawnHere } from '#test/server/packs/drawn-here.ts'
import { packTask, smallJpeg } from '#test/server/packs/pack-tasks.ts'
import { exampleEvidence, exampleHeads, exampleLines } from './example-files.ts'
import { exampleKey, exampleSeqs } from './example-ledger.ts'
import { isWithoutPython, runVerifier } from './run-verifier.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fettle-verifier-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function written(name: string, content: string | Uint8Array) {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

type Line = Record<string, unknown>
const original = exampleLines()
const lines = (): Line[] => original.map((one) => ({ ...one }))
const ndjson = (all: readonly object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('')
const isEvent = (seq: number) => (one: Line) => one.line === 'event' && one.seq === seq
const { keyId } = exampleKey()

test('the verifier in Python finds the example intact, and says what it was compared with', async ({ task }) => {
  if (isWithoutPython(task)) return
  const ledger = await written('ledger.ndjson', ndjson(lines()))
  const evidence = await written('evidence.json', JSON.stringify(exampleEvidence()))
  const head = await written('head.json', JSON.stringify(exampleHeads()[0]))
  const alone = await runVerifier([ledger, evidence])
  expect(alone).toMatchObject({
    code: 0,
    errors: '',
    out: expect.stringContaining('Compared with no head from outside'),
  })
  expect(alone.out).toContain(`Signed by ${keyId}. Anyone can sign with a key of their own`)
  const compared = await runVerifier([ledger, evidence, head, '--key', keyId])
  expect(compared.code).toBe(0)
  expect(compared.out).not.toMatch(/from outside|Anyone can sign|of one company/)
  const foreign = await runVerifier([ledger, evidence, head, '--key', 'another'])
  expect(foreign.code).toBe(1)
  expect([...foreign.faults.keys()].toSorted()).toEqual([evidence, head, ledger])
})

test('the verifier in Python refuses a PDF with two verification files, as nobody can tell which of them a reader sees', async ({
  task,
}) => {
  if (isWithoutPython(task)) return
  const jpeg = await smallJpeg()
  const [one, other] = [await drawnHere(packTask(1), jpeg), await drawnHere(packTask(2), jpeg)]
  const [alone, twice, two] = await Promise.all([
    written('one.pdf', one),
    written('twice.pdf', Buffer.concat([one, one])),
    written('two.pdf', Buffer.concat([one, other])),
  ])
  for (const file of [alone, twice]) expect(await runVerifier([file])).toMatchObject({ code: 0, errors: '' })
  const refused = await runVerifier([two])
  expect(refused.code).toBe(2)
  expect(refused.out).toContain('more than one verification file is attached')
})

/** Another value of the same kind. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'object' && value !== null) return { ...value, extra: 1 }
  if (value === null) return 7
  const text = String(value)
  const at = text.search(/[0-9a-f]/)
  return at < 0 ? `${text}x` : `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
}

/** With one of these changed an event is no recorded erasure, and the event that it names stands without one. */
const ofErasures = ['companyId', 'stream', 'type', 'actorRole']

test('the verifier in Python names the seq of every changed field of every event, and of moved, deleted and added events', async ({
  task,
}) => {
  if (isWithoutPython(task)) return
  const wanted = new Map<string, number>()
  // Signatures in Python take most of the time, and are tried below.
  const unsigned = () => lines().filter((one) => !['signed-head', 'installation'].includes(String(one.line)))
  for (const event of unsigned().filter((one) => one.line === 'event'))
    for (const name of Object.keys(event).filter((one) => one !== 'line')) {
      const seq = Number(event.seq)
      const tampered = unsigned().map((one) => (isEvent(seq)(one) ? { ...one, [name]: changed(one[name]) } : one))
      const isHidden = seq === exampleSeqs.erasure && ofErasures.includes(name)
      wanted.set(await written(`${seq}-${name}.ndjson`, ndjson(tampered)), isHidden ? exampleSeqs.erased1 : seq)
    }
  for (let seq = 1; seq < exampleSeqs.system; seq++) {
    const all = unsigned()
    const at = all.findIndex(isEvent(seq))
    const [one = {}, next = {}] = all.slice(at, at + 2)
    const first = (place: number) => (seq === exampleSeqs.erasure ? exampleSeqs.erased1 : place)
    wanted.set(await written(`${seq}-deleted.ndjson`, ndjson(all.toSpliced(at, 1))), first(seq))
    wanted.set(await written(`${seq}-swapped.ndjson`, ndjson(all.toSpliced(at, 2, next, one))), seq)
    wanted.set(await written(`${seq}-twice.ndjson`, ndjson(all.toSpliced(at, 0, one))), first(seq + 1))
  }
  const { code, faults } = await runVerifier([...wanted.keys()])
  expect(code).toBe(1)
  expect(wanted.size).toBeGreaterThan(130)
  for (const [file, seq] of wanted) expect(faults.get(file), file).toContain(`seq ${seq} is not as recorded`)
})

test('the verifier in Python finds texts put back, erasures that never were, altered heads and a cut file', async ({
  task,
}) => {
  if (isWithoutPython(task)) return
  const dataOf = (seq: number, change: object) =>
    lines().map((one) => (isEvent(seq)(one) ? { ...one, data: { ...Object(one.data), ...change } } : one))
  const headOf = (change: object) =>
    lines().map((one) => {
      const signed = Object(one.signed)
      return one.line === 'signed-head' ? { ...one, signed: { ...signed, head: { ...signed.head, ...change } } } : one
    })
  const companyHead = (change: object) =>
    lines().map((one) => (one.line === 'company' ? { ...one, head: { ...Object(one.head), ...change } } : one))
  const withoutHead = (place: number) =>
    lines().filter((one) => one.line !== 'signed-head' || Object(one.signed).head.log?.place !== place)
  const { erased1, erased2, note, system } = exampleSeqs
  const cases: [name: string, all: Line[], fault: string][] = [
    ['put-back-1', dataOf(erased1, { note: 'Nobody came' }), `seq ${erased1} is not as recorded`],
    ['put-back-2', dataOf(erased2, { note: 'Nobody came' }), `seq ${erased2} is not as recorded`],
    ['removed', dataOf(note, { note: erasedText }), `seq ${note} is not as recorded`],
    ['signed-seq', headOf({ seq: 4 }), 'the signature is not valid'],
    ['signed-hash', headOf({ hash: 'ab'.repeat(32) }), 'the signature is not valid'],
    ['signed-key', headOf({ keyId: 'another' }), 'the id is not that of the key'],
    ['head-hash', companyHead({ hash: 'ab'.repeat(32) }), `seq ${system}: the head`],
    ['head-number', companyHead({ lastNumber: 2 }), `seq ${system}: the head`],
    ['first-head', withoutHead(1), 'head 1 is missing'],
    ['last-head', withoutHead(2), 'head 2 is missing'],
    ['all-heads', lines().filter((one) => one.line !== 'signed-head'), 'head 1 is missing'],
    ['cut', lines().slice(0, -1), 'the file is cut off'],
    ['cut-event', lines().toSpliced(-2, 1), 'or the end was cut off'],
  ]
  const files = new Map<string, string>()
  for (const [name, all, fault] of cases) files.set(await written(`${name}.ndjson`, ndjson(all)), fault)
  const { faults } = await runVerifier([...files.keys()])
  for (const [file, fault] of files) expect(faults.get(file), file).toContain(fault)
})

test('the verifier in Python names the event of every change to a sealed file, and every changed statement', async ({
  task,
}) => {
  if (isWithoutPython(task)) return
  const wanted = new Map<string, string>()
  const add = async (name: string, file: object, fault: string) =>
    wanted.set(await written(`sealed-${name}.json`, JSON.stringify(file)), fault)
  const whole: SealedFile = exampleEvidence()
  for (const [place, event] of whole.events.entries())
    for (const [name, value] of Object.entries(event)) {
      const events = whole.events.map((one, nth) => (nth === place ? { ...one, [name]: changed(value) } : one))
      await add(`${place}-${name}`, { ...whole, events }, `event ${place + 1}: `)
    }
  const { statement } = whole.seal
  for (const [name, value] of Object.entries(statement).filter(([name]) => name !== 'type')) {
    const seal = { ...whole.seal, statement: { ...statement, [name]: changed(value) } }
    await add(
      `statement-${name}`,
      { ...whole, seal },
      name === 'keyId' ? 'the id is not' : 'the signature is not valid',
    )
  }
  await add('cut', { ...whole, events: whole.events.slice(0, -1) }, 'the end of the events is missing, from event 5')
  await add('about', { ...whole, about: { ...whole.about, site: 'Another' } }, 'what the file says about the job')
  const { faults } = await runVerifier([...wanted.keys()])
  expect(wanted.size).toBeGreaterThan(60)
  for (const [file, fault] of wanted) expect(faults.get(file), file).toContain(fault)
})
