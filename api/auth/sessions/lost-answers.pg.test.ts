import fc from 'fast-check'
import pLimit from 'p-limit'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rotate } from '#api/rights/refresh-tokens.ts'
import { openSession } from '#api/rights/sessions.ts'
import { connect } from '#ledger/database/connect.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let asOwner: pg.Pool
let dana: SignedInTest
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  asOwner = connect(server.database.url)
  dana = await server.registerCompany()
})
afterAll(async () => {
  await asOwner?.end()
  await server?.close()
})

const steps = ['renewed', 'answer lost', 'killed', 'two tabs', '31 s', '10 min'] as const
type Step = (typeof steps)[number]

/** Seconds after which a browser writes a cookie to disk. */
const writtenAfter = 30

/** A signed-in browser: the cookie in its memory, and the one on its disk, which is all that it has after a kill. */
async function openBrowser() {
  const { userId, companyId } = dana.user
  const opened = await openSession(server.services.authPool, { userId, companyId, device: 'phone', address: '' })
  let clock = 0
  let memory = opened.refreshToken
  let written = memory
  let unwritten: { token: string; at: number }[] = []

  const ask = async (token: string) => (await rotate(server.services.authPool, token, ''))?.refreshToken
  /** Keeps what was answered; whether everything was. */
  const keep = (answers: (string | undefined)[]) => {
    const tokens = answers.filter((one) => one !== undefined)
    for (const token of tokens) unwritten.push({ token, at: clock })
    memory = tokens.at(-1) ?? memory
    return tokens.length === answers.length
  }
  const pass = async (seconds: number) => {
    clock += seconds
    written = unwritten.findLast(({ at }) => at + writtenAfter <= clock)?.token ?? written
    unwritten = unwritten.filter(({ at }) => at + writtenAfter > clock)
    const query = 'update refresh_token set created_at = created_at - make_interval(secs => $1) where session_id = $2'
    await asOwner.query(query, [seconds, opened.sessionId])
    return true
  }
  const take: Record<Step, () => boolean | Promise<boolean>> = {
    renewed: async () => keep([await ask(memory)]),
    'answer lost': async () => (await ask(memory)) !== undefined,
    killed: () => {
      memory = written
      unwritten = []
      return true
    },
    'two tabs': async () => keep(await Promise.all([ask(memory), ask(memory)])),
    '31 s': () => pass(31),
    '10 min': () => pass(600),
  }
  return {
    ask,
    pass,
    /** Takes a step; whether the browser is still signed in. */
    take: (step: Step) => take[step](),
    cookie: () => memory,
    isSignedIn: async () => keep([await ask(memory)]),
  }
}

/** Whether a browser is signed in after each of the steps, and can go on. */
async function staysSignedIn(taken: readonly Step[]) {
  const browser = await openBrowser()
  for (const step of taken) if (!(await browser.take(step))) return false
  return (await browser.isSignedIn()) && (await browser.pass(61)) && (await browser.isSignedIn())
}

const sequences = (length: number): Step[][] =>
  length === 0 ? [[]] : sequences(length - 1).flatMap((before) => steps.map((step) => [...before, step]))

test('no sequence of three renewals, lost answers, kills, tabs and pauses signs anybody out', async () => {
  const atOnce = pLimit(8)
  const all = sequences(3)
  const stay = await Promise.all(all.map((taken) => atOnce(() => staysSignedIn(taken))))
  expect(all.filter((_, nth) => !stay[nth])).toEqual([])
})

test('nor does any long one', async () => {
  const long = fc.array(fc.constantFrom(...steps), { minLength: 5, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(long, async (taken) => {
      expect(await staysSignedIn(taken)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a copied cookie ends the session once its holder and the browser have each renewed twice, whatever came between', async () => {
  const before = fc.array(fc.constantFrom(...steps), { maxLength: 6 })
  const between = fc.array(fc.constantFrom(...steps, 'thief' as const), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(before, between, fc.boolean(), async (first, then, thiefFirst) => {
      const browser = await openBrowser()
      for (const step of first) await browser.take(step)
      let copy: string | undefined = browser.cookie()
      const steal = async () => {
        copy = copy && (await browser.ask(copy))
      }
      for (const step of then) await (step === 'thief' ? steal() : browser.take(step))
      for (let round = 0; round < 2; round += 1) {
        if (thiefFirst) await steal()
        await browser.pass(600)
        await browser.isSignedIn()
        await browser.pass(600)
        if (!thiefFirst) await steal()
      }
      if (thiefFirst) await steal()
      expect([copy, await browser.isSignedIn()]).toEqual([undefined, false])
    }),
    { numRuns: 60 },
  )
})
