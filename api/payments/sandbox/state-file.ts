import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { emptyState, type SandboxState } from './objects.ts'

/** The sandbox's state in a file, so that a plan bought in the sandbox survives a restart. */
export type StateFile = { read(): SandboxState; change<T>(by: (state: SandboxState) => T): T }

/** Opens the state file. It is small, so each change rewrites it. */
export function openStateFile(file: string): StateFile {
  const read = (): SandboxState => {
    try {
      return { ...emptyState(), ...JSON.parse(readFileSync(file, 'utf8')) }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyState()
      throw error
    }
  }
  return {
    read,
    change(by) {
      const state = read()
      const result = by(state)
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      // Private: anyone who knows the id of a checkout or portal may use it.
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
      return result
    },
  }
}
