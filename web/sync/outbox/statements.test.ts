import { expect, test } from 'vitest'
import type { JobCommand } from '#core/job/messages.ts'
import type { TaskStatus } from '#core/job/values.ts'
import { sendable } from './held-deletions.ts'
import { type Entry, idsOf } from './outbox.ts'
import { finalStatements } from './statements.ts'

const now = Date.parse('2026-11-20T09:00:00.000Z')
const entry = (commandId: string, command: JobCommand, over: Partial<Entry> = {}): Entry => ({
  commandId,
  happenedAt: new Date(now).toISOString(),
  command,
  events: [],
  state: 'waiting',
  ...over,
})
const revisable = { isRevisable: true }
const jobId = 'job'
const tap = (from: TaskStatus, taskId = 'tap'): JobCommand => ({ type: 'CycleTask', data: { jobId, taskId, from } })
const visit = (nextVisitHours: 0 | 1 | 2, nextVisitPeople: 0 | 1 | 2): JobCommand => ({
  type: 'SetNextVisit',
  data: { jobId, nextVisitHours, nextVisitPeople },
})
const ready: JobCommand = { type: 'SetTaskReady', data: { jobId, taskId: 'tap', ready: true } }
const warn: JobCommand = { type: 'ChangeWarning', data: { jobId, warning: 'no access' } }
const all = (queue: readonly Entry[]) => finalStatements(queue, idsOf(queue))

test('two taps on a task are one change, from the status before the first to the last', () => {
  const queue = [
    entry('1', tap('not completed'), revisable),
    entry('2', tap('not completed', 'bath'), revisable),
    entry('3', tap('completed'), revisable),
  ]
  expect(all(queue)).toEqual([
    entry('2', tap('not completed', 'bath')),
    entry('3', {
      type: 'SetTaskStatus',
      data: { jobId, taskId: 'tap', status: 'to estimate', from: 'not completed' },
    }),
  ])
})

test('three taps that lead back leave nothing, and the fourth is a change again', () => {
  const taps = (['not completed', 'completed', 'to estimate', 'not completed'] as const).map((from, at) =>
    entry(`${at}`, tap(from), revisable),
  )
  expect(all(taps.slice(0, 3))).toEqual([])
  expect(all(taps)).toEqual([entry('3', tap('not completed'))])
})

test('hours and people chosen one after the other are one command', () => {
  expect(all([entry('1', visit(2, 0), revisable), entry('2', visit(2, 1), revisable)])).toEqual([
    entry('2', visit(2, 1)),
  ])
})

test('combined statements say what was there before the first; back to that, nothing is left', () => {
  const seeing = (command: JobCommand, hours: number, people: number): JobCommand =>
    command.type === 'SetNextVisit'
      ? { ...command, data: { ...command.data, from: { nextVisitHours: hours, nextVisitPeople: people } } }
      : command
  const hours = entry('1', seeing(visit(2, 0), 0, 0), revisable)
  const people = entry('2', seeing(visit(2, 1), 2, 0), revisable)
  expect(all([hours, people])).toEqual([entry('2', seeing(visit(2, 1), 0, 0))])
  expect(all([hours, people, entry('3', seeing(visit(0, 0), 2, 1), revisable)])).toEqual([])
})

test('a tap that may have been sent, or that another command rests on, stays', () => {
  const sentBefore = [entry('1', tap('not completed')), entry('2', tap('completed'), revisable)]
  expect(all(sentBefore)).toEqual([entry('1', tap('not completed')), entry('2', tap('completed'))])
  const onlySecond = [entry('1', tap('not completed'), revisable), entry('2', tap('completed'), revisable)]
  expect(finalStatements(onlySecond, ['1'])).toEqual([entry('1', tap('not completed')), onlySecond[1]])
  const rested = [
    entry('1', tap('to estimate'), revisable),
    entry('2', ready),
    entry('3', tap('not completed'), revisable),
  ]
  expect(idsOf(all(rested))).toEqual(['1', '2', '3'])
})

test('a statement waits while a later one on the same thing is held, and a warning never waits for the next visit', () => {
  const held = { isRevisable: true, notBefore: now + 400 }
  const queue = [
    entry('1', tap('not completed'), revisable),
    entry('2', tap('not completed', 'bath'), revisable),
    entry('3', tap('completed'), held),
    entry('4', visit(2, 0), held),
  ]
  expect(idsOf(sendable(queue, now))).toEqual(['2'])
  expect(idsOf(sendable(queue, now + 400))).toEqual(['1', '2', '3', '4'])
  expect(idsOf(sendable([entry('1', visit(2, 0), held), entry('2', warn)], now))).toEqual(['2'])
})
