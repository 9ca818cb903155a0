import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type RequestHandler } from 'express'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { securityHeaders } from '#api/http/security.ts'
import { loggerOptions, requestLog } from './logging.ts'

const lines: string[] = []
const logger = pino(loggerOptions('info'), { write: (line: string) => void lines.push(line) })
const token = 'k'.repeat(43)

afterEach(() => void lines.splice(0))

/** Requests a target unchanged, which a browser or fetch would normalise. */
async function ask(target: string) {
  const answer: RequestHandler = (_req, res) => void res.json({})
  const app = express().use(requestLog(logger), securityHeaders({}), answer)
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const headers = await new Promise<object>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: target }, (came) => {
      came.resume().once('end', () => resolve(came.headers))
    })
    sent.once('error', reject).end()
  })
  await new Promise((resolve) => server.close(resolve))
  return headers
}

test('the token of a calendar link is never logged, however its address is written', async () => {
  for (const target of [
    `/ical/${token}.ics`,
    `/ICAL/${token}.ics?x=1`,
    `/Ical/${token}`,
    `http://fettle.example.com/ical/${token}.ics`,
  ])
    await ask(target)
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    expect(line).toContain('/ical/...')
    expect(line).not.toContain(token)
  }
})

test('details of third-party errors other than the message are never logged', () => {
  const cause = Object.assign(new Error('unexpected claim'), { payload: { email: 'dana@harrowpike.example' } })
  logger.warn({ err: new Error('refused', { cause }), cause }, 'refused')
  logger.warn({ err: new Error('refused'), cause: new URLSearchParams({ code: token }) }, 'refused')
  expect(lines[0]).toContain('unexpected claim')
  for (const line of lines) expect(line).not.toMatch(new RegExp(`harrowpike|${token}`))
})

test('no API response may be cached, however its address is written', async () => {
  for (const target of ['/api/me', '/API/me', '/Api'])
    expect(await ask(target), target).toMatchObject({ 'cache-control': 'no-store' })
  expect(await ask('/apiary')).not.toHaveProperty('cache-control')
})
