import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { count } from './extent.ts'
import type { Proof } from './proofs.ts'

/** What a proof has found. `extents` and `controls` are as its tests tell them; `faults` is empty if it holds. */
export type Finding = {
  proof: Proof
  extents: string[]
  controls: string[]
  seeds: number[]
  faults: string[]
  seconds: number
}

const meta = z.object({
  extent: z.optional(z.string()),
  control: z.optional(z.string()),
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

/** Runs a proof to its end, showing what it says. A test that did not run counts as a fault. */
export async function runProof(proof: Proof, { isShort, environment }: Form): Promise<Finding> {
  const began = performance.now()
  const { by } = proof
  const short = 'program' in by ? by.short : {}
  const env = { ...(isShort ? short : proof.long), ...process.env, ...environment }
  const found = 'files' in by ? await runTests(by, env) : await runProgram(by, env)
  return { proof, ...found, seconds: (performance.now() - began) / 1_000 }
}

type Found = Omit<Finding, 'proof' | 'seconds'>
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
    return { extents: [], controls: [], seeds: [], faults: [`The tests did not run: ${error}`] }
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
  const told = <Key extends keyof z.infer<typeof meta>>(key: Key) => tests.flatMap((one) => one.meta[key] ?? [])
  const extents = [...told('extent'), count(tests.length, 'test')]
  return { extents, controls: told('control'), seeds: [...new Set(told('seed'))], faults }
}

async function runProgram({ program }: By<'program'>, env: NodeJS.ProcessEnv): Promise<Found> {
  let last = ''
  const code = await run([program], env, (text) => {
    last = text.trim().split('\n').at(-1) ?? last
  })
  return { extents: [last], controls: [], seeds: [], faults: code === 0 ? [] : [`It ended with ${code}`] }
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
