import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#cli/database/ports.ts'

/** A server of the PostgreSQL installed on this machine, with its matching programs. */
export type InstalledPostgres = {
  version: string
  /** The superuser's URL of a database. */
  urlOf(database: string): string
  /** Runs shell lines with these programs and variables; throws their output if one fails. */
  shell(lines: string, variables: Record<string, string>): string
  close(): Promise<void>
}

const programs = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore', 'psql', 'createdb']
const oldest = 15

/** Starts one; undefined if no supported PostgreSQL is installed with all of its programs. */
export async function startInstalledPostgres(): Promise<InstalledPostgres | undefined> {
  const found = newestInstalled()
  if (!found) return undefined
  const home = await mkdtemp(path.join(tmpdir(), 'fettle-installed-'))
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  chmodSync(home, 0o711)
  const [cluster, port] = [path.join(home, 'cluster'), await freePort()]
  mkdirSync(cluster, { mode: 0o700 })
  if (account.uid !== undefined && account.gid !== undefined) chownSync(cluster, account.uid, account.gid)
  const run = (program: string, ...args: string[]) =>
    execFileSync(path.join(found.folder, program), args, { cwd: '/', stdio: 'ignore', ...account })
  run('initdb', '--pgdata', cluster, '--username=super', '--auth=trust', '--locale=C', '--encoding=UTF8')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  run('pg_ctl', 'start', '--wait', '--pgdata', cluster, '--log', path.join(cluster, 'log'), '--options', options)
  const urlOf = (database: string) => `postgres://super@127.0.0.1:${port}/${database}`
  return {
    version: found.version,
    urlOf,
    shell(lines, variables) {
      const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
      const script = `PATH="${found.folder}:$PATH"\n${lines}`
      const { status, stdout, stderr } = spawnSync('env', [...assignments, 'bash', '-euc', script], {
        encoding: 'utf8',
        cwd: home,
      })
      if (status !== 0) throw new Error(stderr)
      return stdout
    },
    async close() {
      run('pg_ctl', 'stop', '--wait', '--mode=fast', '--pgdata', cluster)
      await rm(home, { recursive: true })
    },
  }
}

function newestInstalled() {
  return [
    ...globSync('/usr/{lib/postgresql,pgsql-,local/pgsql}{/*,*,}/bin'),
    ...globSync('/opt/homebrew/opt/postgresql*/bin'),
  ]
    .filter((folder) => programs.every((program) => existsSync(path.join(folder, program))))
    .map((folder) => ({ folder, version: versionIn(folder) }))
    .filter(({ version }) => Number.parseInt(version, 10) >= oldest)
    .sort((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version))[0]
}

const versionIn = (folder: string) =>
  /\d+(\.\d+)?/.exec(execFileSync(path.join(folder, 'pg_dump'), ['--version'], { encoding: 'utf8' }))?.[0] ?? '0'

function idOf(kind: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
