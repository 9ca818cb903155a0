import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'

/**
 * Writes the packages of this release to a file, as a CycloneDX software bill of materials: all that the lock file names, with
 * versions, licences and checksums. It needs neither a network nor node_modules.
 */
const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file to write to: node cli/release/write-sbom.ts FILE')

const root = join(import.meta.dirname, '../..')
const packageFile = z.object({ name: z.string() })
const bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(z.unknown()),
})

const flags = ['--package-lock-only', '--offline', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const written = execFileSync('npm', ['sbom', ...flags], {
  cwd: root,
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const { metadata, ...rest } = bill.parse(JSON.parse(written.toString()))
const { name } = packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
// npm gives the name of the folder.
const named = { ...rest, metadata: { ...metadata, component: { ...metadata.component, name } } }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(named, undefined, 2)}\n`)
process.stdout.write(`${rest.components.length} packages are in ${file}\n`)
