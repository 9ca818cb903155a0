import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { foreignFormats } from './british.ts'
import { dangers } from './dangerous-code.ts'
import {
  circlesIn,
  crowdedFolders,
  fileGraph,
  folderGraph,
  forbiddenImports,
  siblingGraph,
  unmapped,
} from './imports.ts'
import { map } from './map.ts'
import { isScript, linesOf, type Source } from './source.ts'
import { sqlTexts } from './sql-rules.ts'
import { sqlFiles } from './sql-text.ts'
import { environmentReads, evasions, impurities, machinePaths } from './structure-rules.ts'

const root = join(import.meta.dirname, '../..')
const mostLines = 300
const medianLines = 60
const generated = new Set(['ledger/database/tables.ts', 'client/calls.ts'])
const mostFiles = 15
/** Migrations are one sequence. */
const mayBeCrowded = /^migrations /

/** Every text file of the project, committed or not, unless it is ignored. */
const files: Source[] = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .filter(({ text }) => !text.includes('\0'))
const scripts = files.filter(({ path }) => isScript(path))
const paths = scripts.map(({ path }) => path)
const sources = files.filter(({ path }) => /\.(tsx?|css|m?js)$/.test(path) && !generated.has(path))

describe('the project', () => {
  test('is read', () => {
    expect(scripts.length).toBeGreaterThan(50)
    expect(paths).toContain('core/job/job.ts')
  })
  test('keeps to its map', () => {
    const faults = [...unmapped(paths).map((path) => `${path} has no place`), ...scripts.flatMap(forbiddenImports)]
    expect(faults, `The map:\n${map}\nWhat breaks it`).toEqual([])
  })
  test('has no circle between files, or between folders at any depth', () => {
    const graph = fileGraph(scripts)
    const circles = [graph, folderGraph(graph), siblingGraph(graph)].flatMap(circlesIn)
    expect(circles, `The map:\n${map}\nCircles`).toEqual([])
  })
  test(`has no folder with more than ${mostFiles} loose source files`, () =>
    expect(crowdedFolders(paths, mostFiles).filter((one) => !mayBeCrowded.test(one))).toEqual([]))
  test('draws packs and invoices in processes of their own: nothing else loads what draws them', () => {
    const drawing = /^api\/(evidence|paper)\/drawing\//
    const outside = scripts.filter(({ path }) => /^(api|projector|cli)\//.test(path) && !drawing.test(path))
    const loads = [...fileGraph(scripts)].filter(([, targets]) => [...targets].some((one) => drawing.test(one)))
    expect(loads.length).toBeGreaterThan(5)
    expect(loads.filter(([path]) => outside.some((one) => one.path === path))).toEqual([])
    expect(outside.filter(({ text }) => /from '(pdfkit|fontkit)'/.test(text)).map(({ path }) => path)).toEqual([])
  })
  test('contains SQL as text only in the listed files', () =>
    expect(scripts.filter(({ path }) => !sqlFiles.includes(path)).flatMap(sqlTexts)).toEqual([]))
  test('lists no file without SQL', () => {
    const holding = new Set(scripts.filter((source) => sqlTexts(source).length > 0).map(({ path }) => path))
    expect(sqlFiles.filter((path) => !holding.has(path))).toEqual([])
  })
  test('keeps clocks, randomness and the outside out of core', () => expect(scripts.flatMap(impurities)).toEqual([]))
  test('takes no text for markup, code or a line of a shell', () => expect(scripts.flatMap(dangers)).toEqual([]))
  test('writes days, times and numbers as in Britain, whatever the language of the browser', () =>
    expect(scripts.flatMap(foreignFormats)).toEqual([]))
  test('reads the environment only in its settings', () => expect(scripts.flatMap(environmentReads)).toEqual([]))
  test('skips no test, silences no check and leaves nothing unfinished', () =>
    expect(scripts.flatMap(evasions)).toEqual([]))
  test('names no path of one machine', () => expect(files.flatMap(machinePaths)).toEqual([]))
  test(`has no source file over ${mostLines} lines and a median of at most ${medianLines}`, () => {
    const lengths = sources.map(linesOf).toSorted((a, b) => a - b)
    const at = (part: number) => lengths[Math.floor(lengths.length * part)] ?? 0
    console.info(
      `${lengths.length} source files: median ${at(0.5)} lines, 90th percentile ${at(0.9)}, most ${at(1 - 1e-9)}`,
    )
    expect(sources.filter((one) => linesOf(one) > mostLines).map((one) => `${one.path}: ${linesOf(one)}`)).toEqual([])
    expect(at(0.5)).toBeLessThanOrEqual(medianLines)
  })
})
