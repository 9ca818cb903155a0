import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSilence } from './silence.ts'

const io = new EventEmitter()
const line = Object.assign(new EventEmitter(), { io })
const told: string[] = []
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  told.length = 0
  stop = watchSilence(line, { onSilent: () => told.push('silent'), onHeard: () => told.push('heard') })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('a line without a ping for five seconds is silent until the next one', () => {
  line.emit('connect')
  for (let ping = 0; ping < 10; ping += 1) {
    vi.advanceTimersByTime(3_000)
    io.emit('ping')
  }
  expect(told).toEqual([])
  vi.advanceTimersByTime(4_999)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['silent'])
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual(['silent'])
  io.emit('ping')
  expect(told).toEqual(['silent', 'heard'])
})

test('a closed connection is not silent, and stays closed without a word', () => {
  line.emit('connect')
  vi.advanceTimersByTime(3_000)
  line.emit('disconnect')
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([])
})
