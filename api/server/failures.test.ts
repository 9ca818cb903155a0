import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import pino from 'pino'
import { expect, test } from 'vitest'
import { AppendConflict } from '#api/commands/decide-and-append.ts'
import { failureAnswers } from './failures.ts'

test('a decision overtaken by other changes on every retry is a conflict, not an internal error', async () => {
  const app = express()
  app.get('/', () => {
    throw new AppendConflict()
  })
  app.use(failureAnswers(pino({ level: 'silent' })))
  const server = createServer(app).listen(0)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const answer = await fetch(`http://localhost:${port}/`)
  expect(answer.status).toBe(409)
  expect(await answer.json()).toEqual({
    error: 'Someone else changed this at the same moment. Please try again.',
    code: 'conflict',
  })
  server.close()
})
