/**
 * The map of the code. A root names the other roots that it may import. Below it are its folders, one floor per line: a
 * folder may import every folder on a lower floor of its root, and none on its own. `.` is the root's own files, `screens/*`
 * any folder inside `screens`. A folder below one of these belongs to it. `*` allows every root.
 */
export const map = `
test -> *
  citus hostile
  faults pictures proof releases simulation
  browser histories
  server
  core database project warnings workbooks
  reliability

bench -> *
  .
  api growth ledger projector screens
  harness

client ->
  .

cli -> migrations api projector ledger core
  .
  client commands
  demo import process proof
  backup database
  release settings

migrations -> ledger
  .
  distribution

web -> core
  worker
  app
  screens/*
  frame
  features/offline features/palette
  features/deadlines features/job-dialogs features/keyboard features/many-jobs features/on-site features/proof features/recurring
  features/* build
  features/announce
  sync public
  ui
  client style

api -> ledger core
  .
  server
  openapi
  closing
  erasure
  reports unsubscribe
  attachments evidence spec-calls tenants
  auth billing due-work images imports invoices mail-sending reactions
  commands connections push
  history metrics
  exports feed notifications projections texts
  mail
  notices proof reads
  paper
  accounts company
  rights
  services
  audit image-store payments people recurring report-links tenant-links
  http
  config keys processes

projector -> ledger core
  .
  replay
  live
  rows

ledger -> core
  proof
  log read-models
  database

core ->
  evidence imports
  proof
  prediction wire
  history projections reactions
  api-keys erasure webhooks
  ledger
  invoices part recurring report site views
  job
  company member todo
  attachments deadlines notifications texts
  model time
`

type Root = { uses: string[]; floors: string[][] }
type Folder = { root: string; name: string; floor: number }

const roots = readMap(map)

function readMap(text: string): Map<string, Root> {
  const read = new Map<string, Root>()
  for (const part of text.trim().split('\n\n')) {
    const [head = '', ...floors] = part.split('\n')
    const [name = '', uses = ''] = head.split('->')
    read.set(name.trim(), { uses: words(uses), floors: floors.map(words) })
  }
  return read
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** The folder of the map that a file belongs to; undefined for a file without a place on the map. */
export function folderOf(path: string): Folder | undefined {
  const [root = '', ...rest] = path.split('/').slice(0, -1)
  const floors = roots.get(root)?.floors ?? []
  for (const name of [rest.slice(0, 2).join('/'), rest[0] ?? '.']) {
    for (const entry of [name, name.replace(/\/.*/, '/*')]) {
      const floor = floors.findIndex((one) => one.includes(entry))
      if (floor >= 0) return { root, name: name === '.' ? root : `${root}/${name}`, floor }
    }
  }
  return undefined
}

/** Whether the map lets one root import another. */
export function mayUse(root: string, other: string): boolean {
  const uses = roots.get(root)?.uses ?? []
  return root === other || uses.includes('*') || uses.includes(other)
}

/** Whether the map lets one folder import another. */
export function mayImport(from: Folder, to: Folder): boolean {
  if (from.root !== to.root) return mayUse(from.root, to.root)
  return from.name === to.name || from.floor < to.floor
}
