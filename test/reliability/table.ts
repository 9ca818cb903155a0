import type { Finding } from './run-proof.ts'

/** When, on what, with which seed and at which lengths the proofs ran. */
export type Run = { at: Date; commit: string; seed: number; lengths: string; cores: number }

const headings = ['Proof', 'Extent', 'Control', 'Result', 'Duration']

/** The cells of a finding, under the headings. */
const cellsOf = ({ proof, extents, controls, missed, faults, seconds }: Finding): string[] => [
  proof.proves,
  extents.join('; '),
  [...missed.map((one) => `NOT FOUND: ${one}`), ...controls].join('; ') || 'NONE',
  faults.length === 0 ? 'holds' : 'FAILED',
  durationOf(seconds),
]

const durationOf = (seconds: number) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

/** The table in Markdown, as docs/reliability.md has it. */
export function markdownOf(findings: readonly Finding[], run: Run): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const day = run.at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return [
    `${day}, commit ${run.commit}, seed ${run.seed}, ${run.lengths}, on ${run.cores} cores:`,
    '',
    line(headings),
    line(headings.map(() => '---')),
    ...findings.map((one) => line([`${cellsOf(one)[0]} (\`${one.proof.name}\`)`, ...cellsOf(one).slice(1)])),
    '',
  ].join('\n')
}

/** The table for a terminal: a block for each proof, and what is wrong with those that failed. */
export function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ proof }) => proof.name.length))
  return findings
    .map((one) => {
      const [proves = '', extent = '', control = '', result = '', duration = ''] = cellsOf(one)
      const under = `\n${' '.repeat(width + 2)}`
      const seeds = one.seeds.length > 0 ? `${under}seed: ${one.seeds.join(', ')}` : ''
      const faults = one.faults.map((fault) => under + fault.replaceAll('\n', under)).join('')
      const head = `${one.proof.name.padEnd(width)}  ${result}, ${duration}: ${proves}`
      return `${head}${under}extent: ${extent}${under}control: ${control}${seeds}${faults}\n`
    })
    .join('')
}
