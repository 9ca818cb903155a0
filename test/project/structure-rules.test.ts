import { describe, expect, test } from 'vitest'
import { linesOf, type Source } from './source.ts'
import { environmentReads, evasions, impurities, machinePaths } from './structure-rules.ts'

describe('a file is caught', () => {
  const found = (rule: (source: Source) => string[], path: string, text: string) => rule({ path, text }).length > 0
  const allowed = (rule: (source: Source) => string[], path: string, text: string) =>
    expect(rule({ path, text }), `${path}: ${text}`).toEqual([])
  const refused = (rule: (source: Source) => string[], path: string, text: string) =>
    expect(found(rule, path, text), `${path}: ${text}`).toBe(true)

  test('for what core depends on', () => {
    const bad = [
      'Date.now()',
      'new Date()',
      'Date()',
      'const clock = Date',
      'const { now } = Date',
      'Math.random()',
      "Math['random']()",
      'const { random } = Math',
      'crypto.randomUUID()',
      'globalThis.crypto',
      'process.pid',
      "fetch('x')",
      'setTimeout(() => {}, 1)',
      'performance.now()',
      'console.log(1)',
      'import.meta.url',
      'const keep = { process }',
    ]
    for (const text of bad) refused(impurities, 'core/x.ts', text)
    const good = [
      'new Date(0).toISOString()',
      "Date.parse('2026-11-20')",
      'Math.max(1, 2)',
      'a.process',
      'const a = { fetch: 1 }',
      'type A = { process: string }',
      '// Date.now() and Math.random() are for others',
      "const text = 'setTimeout'",
    ]
    for (const text of good) allowed(impurities, 'core/x.ts', text)
    allowed(impurities, 'api/x.ts', 'Date.now()')
  })

  test('for reading the environment in the wrong place', () => {
    const bad = [
      'process.env.PORT',
      "process['env'].PORT",
      'globalThis.process.env',
      'const { env } = process',
      "import { env } from 'node:process'",
    ]
    for (const text of bad) {
      refused(environmentReads, 'api/server/app.ts', text)
      for (const path of [
        'api/services/config.ts',
        'projector/config.ts',
        'cli/commands/start.ts',
        'test/x.ts',
        'bench/x.ts',
        'vite.config.ts',
      ])
        allowed(environmentReads, path, text)
    }
    allowed(environmentReads, 'api/server/app.ts', 'process.exit(1)')
  })

  test('for skipped tests or silenced checks', () => {
    const bad = [
      "test.skip('x', () => {})",
      "describe.concurrent.only('x', () => {})",
      "test.each([1]).skip('x')",
      "it.todo('x')",
      'const x: any = 1',
      'const x = y as any',
      'const x = y as unknown as string',
      '// TODO: later',
      '/* FIXME */',
      '// @ts-ignore',
      '// @ts-expect-error it works',
      '// biome-ignore lint: no',
    ]
    for (const text of bad) refused(evasions, 'api/x.ts', text)
    const good = [
      "test('x', () => {})",
      "const text = 'TODO'",
      '// a todo item',
      'page.only(1)',
      'rows.skip(2)',
      '// any',
    ]
    for (const text of good) allowed(evasions, 'api/x.ts', text)
  })

  test('for naming paths of one machine', () => {
    const bad = [
      ['', 'work', 'main'],
      ['', 'tmp', 'x'],
      ['"', 'root', '.npm'],
      ['..', 'shared', 'data'],
    ]
    for (const parts of bad) refused(machinePaths, 'docs/x.md', `see ${parts.join('/')}`)
    for (const text of ['https://fettle.example/work/x', './work/x', 'src/tmp/x', 'work/life'])
      allowed(machinePaths, 'docs/x.md', text)
  })

  test('for its length', () => {
    expect(linesOf({ path: 'x.ts', text: 'a\nb\n' })).toBe(2)
    expect(linesOf({ path: 'x.ts', text: 'a\nb' })).toBe(2)
  })
})
