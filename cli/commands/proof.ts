import { open, rename, rm } from 'node:fs/promises'
import { Command } from '@commander-js/extra-typings'
import { findCompany } from '#cli/database/find-company.ts'
import { withMigratedDatabase } from '#cli/database/open-database.ts'
import { counted } from '#cli/process/counted.ts'
import { connect } from '#ledger/database/connect.ts'
import { type WrittenProof, writeProof } from '#ledger/proof/proof-file.ts'

export const proof = new Command('proof')
  .description('write the log, with all digests, hashes and signed heads, to a file that can be checked without Fettle')
  .argument('<file>', 'the file to write, such as ledger.ndjson; an existing file is replaced')
  .option('--company <email or id>', "only this company, given by its id or a member's email")
  .option('--json', 'print the result as JSON')
  .action(async (file, { company, json }) => {
    const written = await withMigratedDatabase((databaseUrl) => writeFrom(databaseUrl, file, company))
    if (json) return console.log(JSON.stringify({ file, ...written }))
    console.log(
      `${file}: ${counted(written.companies, 'company', 'companies')}, ${counted(written.events, 'event')}, ${counted(written.signedHeads, 'signed head')}.`,
    )
    console.log('It holds everything that the log holds, prices and comments too. docs/proof/verify.py checks it.')
  })

/** The file appears under its name only when complete, readable only by its owner. */
async function writeFrom(databaseUrl: string, file: string, company: string | undefined): Promise<WrittenProof> {
  const unfinished = `${file}.unfinished`
  // This role reads all companies and cannot change the log.
  const pool = connect(databaseUrl, 'fettle_projector', { max: 2, queryTimeout: 60_000 })
  try {
    const companyId = company && (await findCompany(databaseUrl, company))
    await rm(unfinished, { force: true })
    const output = await open(unfinished, 'wx', 0o600)
    try {
      const write = (lines: readonly string[]) => output.appendFile(`${lines.join('\n')}\n`)
      const written = await writeProof(pool, write, companyId ? { companyId } : {})
      await output.sync()
      await rename(unfinished, file)
      return written
    } finally {
      await output.close()
      await rm(unfinished, { force: true })
    }
  } finally {
    await pool.end()
  }
}
