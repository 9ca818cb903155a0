/** What a task belongs to: when it dies its tasks never run, and while it is frozen they wait. */
export type Owner = { alive: boolean; frozen?: boolean }

type Task = { at: number; order: number; owner: Owner | undefined; run(): void }

/** Time that passes only from one task to the next. Promises settle between two tasks, as in a browser. */
export type EventLoop = {
  /** Milliseconds since the start. */
  now(): number
  /** Runs a task after a delay; returns a function that cancels it. */
  post(run: () => void, delay: number, owner?: Owner): () => void
  /** Resolves after a delay. */
  sleep(delay: number): Promise<void>
  /** Work that takes true time, such as a query: no simulated time passes until it has ended. */
  outside<T>(work: Promise<T>): Promise<T>
  /** Runs the tasks of waiting owners that are no longer frozen. */
  thawed(): void
  /** Runs all tasks up to a time. */
  runUntil(time: number): Promise<void>
}

export function eventLoop(onError: (error: unknown) => void): EventLoop {
  const tasks: Task[] = []
  const waiting: Task[] = []
  const outside = new Set<Promise<unknown>>()
  let now = 0
  let order = 0

  const insert = (task: Task) => {
    let [low, high] = [0, tasks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = tasks[middle]
      if (other && (other.at < task.at || (other.at === task.at && other.order < task.order))) low = middle + 1
      else high = middle
    }
    tasks.splice(low, 0, task)
  }
  const post: EventLoop['post'] = (run, delay, owner) => {
    order += 1
    const task: Task = { at: now + Math.max(0, delay), order, owner, run }
    insert(task)
    return () => {
      task.run = () => undefined
    }
  }
  const perform = ({ owner, run }: Task) => {
    if (owner && !owner.alive) return
    try {
      run()
    } catch (error) {
      onError(error)
    }
  }
  const allSettled = async () => {
    await settled()
    while (outside.size > 0) {
      await Promise.allSettled(outside)
      await settled()
    }
  }
  return {
    now: () => now,
    post,
    async outside(work) {
      outside.add(work)
      try {
        return await work
      } finally {
        outside.delete(work)
      }
    },
    sleep: (delay) => new Promise((resolve) => void post(resolve, delay)),
    thawed() {
      for (const task of waiting.splice(0)) insert({ ...task, at: now, run: () => task.run() })
    },
    async runUntil(time) {
      if (outside.size > 0) await allSettled()
      for (;;) {
        const task = tasks[0]
        if (!task || task.at > time) break
        tasks.shift()
        now = Math.max(now, task.at)
        if (task.owner?.frozen && task.owner.alive) waiting.push(task)
        else perform(task)
        await allSettled()
      }
      now = Math.max(now, time)
    },
  }
}

/** Taken before a test can replace it. */
const { setImmediate: afterPromises } = globalThis

/** Resolves when every promise that can settle has settled. */
const settled = () => new Promise<void>((resolve) => void afterPromises(resolve))
