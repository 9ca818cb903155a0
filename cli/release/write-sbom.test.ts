import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'

const root = join(import.meta.dirname, '../..')
const lockFile = z.object({
  packages: z.record(z.string(), z.object({ name: z.optional(z.string()), version: z.optional(z.string()) })),
})
const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })).min(1),
    }),
  ),
})

test('the bill of materials has every package of the lock file with its checksum, and is written without a network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-sbom-'))
  try {
    const file = join(folder, 'deep/sbom.cdx.json')
    const unreachable = { npm_config_registry: 'http://127.0.0.1:1', npm_config_cache: join(folder, 'cache') }
    execFileSync(process.execPath, [join(import.meta.dirname, 'write-sbom.ts'), file], {
      env: { ...process.env, ...unreachable },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const { metadata, components } = bill.parse(JSON.parse(readFileSync(file, 'utf8')))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(metadata.component).toEqual({ name: 'fettle', version })
    const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
    const locked = Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
    expect(locked.length).toBeGreaterThan(400)
    expect([...new Set(components.map(({ name, version }) => `${name}@${version}`))].toSorted()).toEqual(
      [...new Set(locked)].toSorted(),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
