import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { Router } from 'express'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { RightsMovedOn } from '#api/rights/standing.ts'
import { failureAnswers } from './failures.ts'
import { handleAgain } from './handle-again.ts'

let stop = () => undefined as unknown
afterEach(() => stop())

/** What a call answers whose rights change so many times before its append, and how often it was handled. */
async function answered(changes: number, failure: () => Error = () => new RightsMovedOn()) {
  let handled = 0
  const routers = [
    Router().get('/other', (_req, res) => void res.json({})),
    Router().post('/:job', express.json(), async (req, res) => {
      handled += 1
      if (handled <= changes) throw failure()
      res.json({ job: req.params.job, body: req.body })
    }),
  ]
  const logger = pino({ level: 'silent' })
  const app = express().use(routers).use(handleAgain(routers), failureAnswers(logger))
  const server = app.listen(0, '127.0.0.1')
  stop = () => server.close()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/12`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  return { status: answer.status, body: await answer.json(), handled }
}

test('a request whose rights have changed is handled again from the start, with the same body', async () => {
  for (const changes of [1, 4])
    expect(await answered(changes)).toEqual({
      status: 200,
      body: { job: '12', body: { a: 1 } },
      handled: changes + 1,
    })
})

test('a request whose rights change each time is refused after five tries', async () => {
  const { status, body, handled } = await answered(100)
  expect({ status, code: body.code, handled }).toEqual({ status: 409, code: 'conflict', handled: 5 })
})

test('a request that fails otherwise is handled once', async () => {
  const { status, handled } = await answered(100, () => new Error('broken'))
  expect({ status, handled }).toEqual({ status: 500, handled: 1 })
})
