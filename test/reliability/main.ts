import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { proofs } from './proofs.ts'
import { type Finding, runProof } from './run-proof.ts'
import { markdownOf, textOf } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string' } },
})
const unknown = positionals.find((name) => !proofs.some((one) => one.name === name))
if (unknown)
  throw new Error(`There is no proof '${unknown}'. Choose from: ${proofs.map(({ name }) => name).join(', ')}`)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
if (!Number.isInteger(seed)) throw new Error('The seed must be a whole number')

const git = (...args: string[]) => execFileSync('git', args).toString().trim()
const changed = git('status', '--porcelain') === '' ? '' : ' with changes'
const run = {
  at: new Date(),
  commit: git('rev-parse', '--short=8', 'HEAD') + changed,
  seed,
  lengths: lengthsOf(values.short),
  cores: availableParallelism(),
}
/** How long the proofs are: at full length, unless the environment sets some of their lengths. */
function lengthsOf(isShort: boolean): string {
  const names = new Set(proofs.flatMap(({ long }) => Object.keys(long ?? {})))
  const set = [...names].flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : []))
  return [isShort ? 'short forms' : 'long forms', ...set].join(' ')
}

const file = path.resolve('dist/proof.md')
await mkdir(path.dirname(file), { recursive: true })

const findings: Finding[] = []
for (const proof of proofs) {
  if (positionals.length > 0 && !positionals.includes(proof.name)) continue
  process.stdout.write(`\n${proof.name}: ${proof.proves}\n`)
  findings.push(await runProof(proof, { isShort: values.short, environment: { FETTLE_SEED: String(seed) } }))
  // After each, so that a run that is stopped leaves what it has found.
  await writeFile(file, markdownOf(findings, run))
}
process.stdout.write(`\nSeed ${seed}, commit ${run.commit}\n\n${textOf(findings)}\nAs Markdown: ${file}\n`)
if (findings.some(({ faults }) => faults.length > 0)) process.exitCode = 1
