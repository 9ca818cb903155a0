import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { count } from './extent.ts'
import type { Proof } from './proofs.ts'

/** What a proof has found. `extents`, `controls` and `missed` are as its tests tell them; `faults` is empty if it holds. */
export type Finding = {
  proof: Proof
  extents: string[]
  controls: string[]
  /** The negative controls in which the checks found nothing. */
  missed: string[]
  seeds: number[]
  faults: string[]
  seconds: number
}

const meta = z.object({
  extent: z.optional(z.string()),
  controls: z.optional(z.array(z.string())),
  missed: z.optional(z.array(z.string())),
  seed: z.optional(z.number()),
  notChecked: z.optional(z.string()),
})
const oneTest = z.object({
  title: z.string(),
  status: z.string(),
  meta,
  failureMessages: z.nullish(z.array(z.string())),
})
const report = z.object({
  success: z.boolean(),
  testResults: z.array(z.object({ message: z.string(), assertionResults: z.array(oneTest) })),
})

type Form = { isShort: boolean; environment: Record<string, string> }

/**
 * Runs a proof to its end, showing what it says. A test that did not run counts as a fault, and so does a negative control that
 * did not run or found nothing.
 */
export async function runProof(proof: Proof, { isShort, environment }: Form): Promise<Finding> {
  const began = performance.now()
  const { by } = proof
  const short = 'program' in by ? by.short : {}
  const env = { ...(isShort ? short : proof.long), ...process.env, ...environment }
  const found = withControl('files' in by ? await runTests(by, env) : await runProgram(by, env))
  return { proof, ...found, seconds: (performance.now() - began) / 1_000 }
}

type Found = Omit<Finding, 'proof' | 'seconds'>
const nothing: Found = { extents: [], controls: [], missed: [], seeds: [], faults: [] }

/** The same, with a fault if no negative control has run. */
export const withControl = (found: Found): Found =>
  found.controls.length + found.missed.length > 0
    ? found
    : { ...found, faults: [...found.faults, 'No negative control has run'] }

type By<Key extends string> = Extract<Proof['by'], Record<Key, unknown>>

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

async function runTests({ project, files }: By<'files'>, env: NodeJS.ProcessEnv): Promise<Found> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fettle-proof-'))
  const output = path.join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  try {
    const code = await run([vitest, 'run', '--project', project, ...files, ...reporters], env)
    return readReport(await readFile(output, 'utf8'), code)
  } catch (error) {
    return { ...nothing, faults: [`The tests did not run: ${error}`] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What vitest's JSON report tells of a run that ended with this exit code. Throws if it is no such report. */
export function readReport(json: string, code: number | null): Found {
  const { success, testResults } = report.parse(JSON.parse(json))
  const tests = testResults.flatMap((one) => one.assertionResults)
  const faults = [
    ...testResults.flatMap(({ message }) => (message === '' ? [] : [message])),
    ...tests
      .filter(({ status }) => status !== 'passed')
      .map(({ title, status, failureMessages }) => `${title}: ${failureMessages?.[0] ?? status}`),
    ...tests.flatMap(({ meta: { notChecked } }) => notChecked ?? []),
  ]
  if (tests.length === 0) faults.push('No test ran')
  if (faults.length === 0 && (!success || code !== 0))
    faults.push(`The run failed outside its tests (exit code ${code})`)
  const told = tests.map((one) => one.meta)
  return {
    extents: [...told.flatMap(({ extent }) => extent ?? []), count(tests.length, 'test')],
    controls: oneOfEach(told.flatMap(({ controls }) => controls ?? [])),
    missed: told.flatMap(({ missed }) => missed ?? []),
    seeds: [...new Set(told.flatMap(({ seed }) => seed ?? []))],
    faults,
  }
}

/** Of the controls with the same broken thing, as several tests have them, the first. */
function oneOfEach(controls: readonly string[]): string[] {
  const byName = Map.groupBy(controls, (text) => text.split(': ')[0])
  return [...byName.values()].flatMap(([first]) => first ?? [])
}

/** Runs a program, and then the test files with its negative controls. */
async function runProgram({ program, controls }: By<'program'>, env: NodeJS.ProcessEnv): Promise<Found> {
  let last = ''
  const code = await run([program], env, (text) => {
    last = text.trim().split('\n').at(-1) ?? last
  })
  const control = await runTests(controls, env)
  const faults = code === 0 ? control.faults : [`It ended with ${code}`, ...control.faults]
  return { ...control, extents: [last], faults }
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv, heard: (text: string) => void = () => undefined) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    heard(text)
  })
  await once(child, 'close')
  return child.exitCode
}
