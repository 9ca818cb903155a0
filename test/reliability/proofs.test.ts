import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lengthOf } from './extent.ts'
import { type Proof, proofs } from './proofs.ts'
import { type Finding, readReport, withControl } from './run-proof.ts'
import { markdownOf, textOf } from './table.ts'

const root = `${import.meta.dirname}/../../`

test('each proof has a name of its own, and its files or program exist', () => {
  expect(new Set(proofs.map(({ name }) => name)).size).toBe(proofs.length)
  const files = proofs.flatMap(({ by }) => ('files' in by ? by.files : [by.program]))
  expect(files.filter((file) => !existsSync(root + file))).toEqual([])
})

test('each length of a long form is one that a test reads', () => {
  const sources = globSync('{api,core,ledger,projector,test,web}/**/*.ts', { cwd: root }).map((path) =>
    readFileSync(root + path, 'utf8'),
  )
  const names = proofs.flatMap(({ long }) => Object.keys(long ?? {}))
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !sources.some((text) => text.includes(`lengthOf('${name}'`)))).toEqual([])
})

test('a length is a whole number above 0', () => {
  expect(lengthOf('FETTLE_UNSET', 7)).toBe(7)
  process.env.FETTLE_UNSET = 'many'
  expect(() => lengthOf('FETTLE_UNSET', 7)).toThrow('FETTLE_UNSET must be a whole number above 0')
  delete process.env.FETTLE_UNSET
})

const passed = { title: 'nothing is lost', status: 'passed', meta: { extent: '3 kills', seed: 5 }, failureMessages: [] }
const reportOf = (tests: readonly object[], over: object = {}) =>
  JSON.stringify({ success: true, testResults: [{ message: '', assertionResults: tests }], ...over })

test('a report tells extents, controls and seeds', () => {
  const control = { ...passed, meta: { controls: ['lost 4'], seed: 5 } }
  const again = { ...passed, meta: { controls: ['lost: 4'] } }
  expect(readReport(reportOf([again, { ...again, meta: { controls: ['lost: 5'] } }]), 0).controls).toEqual(['lost: 4'])
  const found = readReport(reportOf([passed, control]), 0)
  expect(found).toEqual({ extents: ['3 kills', '2 tests'], controls: ['lost 4'], missed: [], seeds: [5], faults: [] })
  expect(withControl(found)).toEqual(found)
})

test.each([
  ['a test that failed', reportOf([{ ...passed, status: 'failed', failureMessages: ['2 lost'] }]), 1, '2 lost'],
  ['a test that was skipped', reportOf([{ ...passed, status: 'skipped' }]), 0, 'nothing is lost: skipped'],
  ['what was not checked', reportOf([{ ...passed, meta: { notChecked: 'no python' } }]), 0, 'no python'],
  ['no test at all', reportOf([]), 0, 'No test ran'],
  [
    'a file that does not load',
    reportOf([passed], { testResults: [{ message: 'No!', assertionResults: [] }] }),
    1,
    'No!',
  ],
  ['an error outside the tests', reportOf([passed], { success: false }), 1, 'The run failed outside its tests'],
  ['an exit code alone', reportOf([passed]), 1, 'The run failed outside its tests (exit code 1)'],
])('%s is a fault of the proof', (_, json, code, fault) => {
  expect(readReport(json, code).faults.join('\n')).toContain(fault)
})

test('a proof without a negative control does not hold', () => {
  expect(withControl(readReport(reportOf([passed]), 0)).faults).toEqual(['No negative control has run'])
})

test('the table has a line for each proof, with what it tried and what failed', () => {
  const proof: Proof = { name: 'kills', proves: 'Nothing is lost', by: { project: 'postgres', files: [] } }
  const holds: Finding = {
    proof,
    extents: ['3 kills', '2 tests'],
    controls: [],
    missed: [],
    seeds: [5],
    faults: [],
    seconds: 75.2,
  }
  const fails: Finding = {
    ...holds,
    controls: ['lost | 4'],
    missed: ['a bad log'],
    faults: ['nothing found'],
    seconds: 125,
  }
  const run = {
    at: new Date('2026-11-23T04:00:00Z'),
    commit: 'abc',
    seed: 5,
    lengths: 'long forms FETTLE_KILLS=3',
    cores: 2,
  }
  expect(markdownOf([holds, fails], run).split('\n')).toEqual([
    '23 November 2026, commit abc, seed 5, long forms FETTLE_KILLS=3, on 2 cores:',
    '',
    '| Proof | Extent | Control | Result | Duration |',
    '| --- | --- | --- | --- | --- |',
    '| Nothing is lost (`kills`) | 3 kills; 2 tests | NONE | holds | 75 s |',
    '| Nothing is lost (`kills`) | 3 kills; 2 tests | NOT FOUND: a bad log; lost \\| 4 | FAILED | 2 min 5 s |',
    '',
  ])
  expect(textOf([fails])).toMatch(
    /^kills {2}FAILED, 2 min 5 s: Nothing is lost\n.+\n.+\n {7}seed: 5\n {7}nothing found\n$/,
  )
})
