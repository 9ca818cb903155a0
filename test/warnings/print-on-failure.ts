import { beforeEach } from 'vitest'
import { warningsSince } from './warnings.ts'

// A wait that ran out says nothing of its cause, which the server has often logged. A shared server may have been failing for a while.
beforeEach(({ onTestFailed, task }) => {
  const before = Date.now() - 60_000
  onTestFailed(() => {
    const warnings = warningsSince(before)
    if (warnings.length > 0)
      process.stdout.write(`Servers warned before "${task.name}" failed:\n${warnings.join('\n')}\n`)
  })
})
