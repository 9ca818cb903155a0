import { afterEach, expect, test } from 'vitest'
import { aDisk, aServer, created, jobId, sarah } from '#test/core/one-job-device.ts'
import { dispatch } from './dispatch.ts'
import { openLedger, useLedger } from './ledger-store.ts'

let close = () => {}
afterEach(() => close())

const visit = (nextVisitHours: 0 | 1 | 2 | 3, nextVisitPeople: 0 | 1 | 2) => ({ nextVisitHours, nextVisitPeople })

test('a command keeps what its dialog showed, and one that says nothing of it has what the device shows', () => {
  const server = aServer()
  const send = async (entries: Parameters<typeof server.take>[0][]) => ({ results: entries.map(server.take) })
  close = openLedger(sarah, {
    storage: aDisk().storage,
    sending: { send: (entries) => send([...entries]), alone: (work) => work(), pause: () => 1 },
  })
  dispatch(created)
  expect(dispatch({ type: 'SetNextVisit', data: { jobId, ...visit(2, 1) } })).toBeUndefined()
  expect(useLedger.getState().queue.at(-1)?.command.data).toMatchObject({ from: visit(0, 0) })
  const opened = { type: 'SetNextVisit', data: { jobId, ...visit(3, 2), from: visit(0, 0) } } as const
  expect(dispatch(opened)?.refused).toBe('value-moved-on')
  const again = { ...opened, data: { ...opened.data, from: visit(2, 1) } }
  expect(dispatch(again)).toBeUndefined()
})
