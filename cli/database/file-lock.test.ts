import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tryLock } from './file-lock.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'fettle-lock-'))
const file = path.join(folder, 'lock')
afterAll(() => rmSync(folder, { recursive: true }))

test('an exclusive lock has one holder, a shared lock many', () => {
  const [one, other] = [tryLock(file, 'shared'), tryLock(file, 'shared')]
  expect(tryLock(file, 'exclusive')).toBeUndefined()
  one?.release()
  other?.release()
  const alone = tryLock(file, 'exclusive')
  expect(alone).toBeDefined()
  expect(tryLock(file, 'shared')).toBeUndefined()
  alone?.release()
})

test('a lock is released when its process dies, however it dies', async () => {
  const holder = `(await import('./file-lock.ts')).tryLock(${JSON.stringify(file)}, 'exclusive'); console.log('held'); setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', holder], { cwd: import.meta.dirname })
  await once(other.stdout, 'data')
  expect(tryLock(file, 'exclusive')).toBeUndefined()
  other.kill('SIGKILL')
  await once(other, 'exit')
  const free = tryLock(file, 'exclusive')
  expect(free).toBeDefined()
  free?.release()
})
