import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The processor time of a running process in seconds: summed over its threads, which report nanoseconds. Of one that has ended, none. */
export function processorTimeOf(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const nanoseconds = (existsSync(tasks) ? readdirSync(tasks) : []).map((task) =>
    timeOfThread(`${tasks}/${task}/schedstat`),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}

/** The same of a process and all that it has started, including those that have ended, which are counted in hundredths of a second. */
export function processorTimeOfTree(pid: number): number {
  const children = readdirSync('/proc').filter((one) => /^\d+$/.test(one) && parentOf(one) === pid)
  return children.reduce((sum, one) => sum + processorTimeOfTree(Number(one)), processorTimeOf(pid) + timeOfEnded(pid))
}

/** The resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** Threads and processes may end while they are being read. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const timeOfThread = (file: string) => Number(readIfThere(file).split(' ')[0] ?? 0)

/** The fields of /proc/pid/stat after the program's name, which may contain spaces. */
const statOf = (pid: number | string) => readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
const parentOf = (pid: string) => Number(statOf(pid)[1])
const timeOfEnded = (pid: number) => (Number(statOf(pid)[13] ?? 0) + Number(statOf(pid)[14] ?? 0)) / 100
