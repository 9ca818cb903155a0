import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  environmentReads,
  evasions,
  forbiddenImports,
  impurities,
  isScript,
  linesOf,
  machinePaths,
  type Source,
} from './structure-rules.ts'

const root = join(import.meta.dirname, '../..')
const most = 300
const median = 60

/** Every file of the project, those not yet committed too; not what is ignored or not text. */
const files: Source[] = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .filter(({ text }) => !text.includes('\0'))
const scripts = files.filter(({ path }) => isScript(path))
const sources = files.filter(({ path }) => /\.(tsx?|css|m?js)$/.test(path))

describe('the project', () => {
  test('is read', () => {
    expect(scripts.length).toBeGreaterThan(50)
    expect(scripts.map((one) => one.path)).toContain('core/job/job.ts')
  })
  test('imports only downwards: core, ledger, then api and projector and web apart, cli on top', () =>
    expect(scripts.flatMap(forbiddenImports)).toEqual([]))
  test('keeps clocks, chance and the outside out of core', () => expect(scripts.flatMap(impurities)).toEqual([]))
  test('reads the environment only where it is configured', () => expect(scripts.flatMap(environmentReads)).toEqual([]))
  test('leaves no test out, silences nothing and leaves nothing for later', () =>
    expect(scripts.flatMap(evasions)).toEqual([]))
  test('names no place of one machine', () => expect(files.flatMap(machinePaths)).toEqual([]))
  test(`has no source file over ${most} lines and a median of at most ${median}`, () => {
    const lengths = sources.map(linesOf).toSorted((a, b) => a - b)
    const at = (part: number) => lengths[Math.floor(lengths.length * part)] ?? 0
    console.info(
      `${lengths.length} source files: median ${at(0.5)} lines, 90th percentile ${at(0.9)}, most ${at(1 - 1e-9)}`,
    )
    expect(sources.filter((one) => linesOf(one) > most).map((one) => `${one.path}: ${linesOf(one)}`)).toEqual([])
    expect(at(0.5)).toBeLessThanOrEqual(median)
  })
})

describe('a file that breaks a rule is found', () => {
  const found = (rule: (source: Source) => string[], path: string, text: string) => rule({ path, text }).length > 0
  const allowed = (rule: (source: Source) => string[], path: string, text: string) =>
    expect(rule({ path, text }), `${path}: ${text}`).toEqual([])
  const refused = (rule: (source: Source) => string[], path: string, text: string) =>
    expect(found(rule, path, text), `${path}: ${text}`).toBe(true)

  test('by its imports', () => {
    const bad: [string, string][] = [
      ['core/x.ts', "import { sql } from 'kysely'"],
      ['core/x.ts', "import { join } from 'node:path'"],
      ['core/x.ts', "import type { Row } from '#ledger/read-models/row-types.ts'"],
      ['core/projections/x.ts', "export * from '../../ledger/read.ts'"],
      ['core/x.ts', "import settings from '../../package.json' with { type: 'json' }"],
      ['core/x.test.ts', "import { append } from '#ledger/log/append.ts'"],
      ['core/x.test.ts', "import { readFileSync } from 'node:fs'"],
      ['ledger/x.ts', "import '#api/server/app.ts'"],
      ['api/x.ts', "const web = await import('#web/app/main.tsx')"],
      ['api/reads/x.ts', "import { fold } from '../../projector/live.ts'"],
      ['api/x.ts', "import { given } from '#test/core/given.ts'"],
      ['api/x.ts', 'const other = await import(name)'],
      ['projector/x.ts', "type App = import('#api/server/app.ts').App"],
      ['projector/x.ts', "import { start } from '#cli/commands/start.ts'"],
      ['web/x.tsx', "import { append } from '#ledger/log/append.ts'"],
      ['web/x.test.ts', "import { app } from '#api/server/app.ts'"],
      ['cli/x.ts', "import { routes } from '#web/app/routes.tsx'"],
    ]
    for (const [path, text] of bad) refused(forbiddenImports, path, text)
    const good: [string, string][] = [
      ['core/x.ts', "import * as z from 'zod/mini'\nimport { evolve } from './job.ts'"],
      ['core/projections/x.ts', "import { evolve } from '../job.ts'"],
      ['core/x.test.ts', "import fc from 'fast-check'\nimport { given } from '#test/core/given.ts'"],
      ['api/x.ts', "import { append } from '#ledger/log/append.ts'\nimport express from 'express'"],
      ['web/x.tsx', "import { decide } from '#core/job/decisions.ts'\nimport './x.css'"],
      ['cli/x.ts', "import '#api/server/app.ts'\nimport '#projector/live.ts'\nimport '#migrations/migrate.ts'"],
      ['bench/x.ts', "import '#web/app/main.tsx'\nimport '#api/app.ts'"],
    ]
    for (const [path, text] of good) allowed(forbiddenImports, path, text)
  })

  test('by what core reaches for', () => {
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

  test('by where it reads the environment', () => {
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

  test('by what it leaves out or silences', () => {
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

  test('by the places it names', () => {
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

  test('by its length', () => {
    expect(linesOf({ path: 'x.ts', text: 'a\nb\n' })).toBe(2)
    expect(linesOf({ path: 'x.ts', text: 'a\nb' })).toBe(2)
  })
})
