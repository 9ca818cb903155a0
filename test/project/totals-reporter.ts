import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What helps to find out why the test failed, such as what its pages showed. */
    onFailure?: string
  }
}

/** Characters of an error in the list at the end. */
const mostOfMessage = 300

/**
 * Tells why a test failed when it has, as a run that is cut off never comes to its end. Ends the run with the failures once more, as the
 * middle of a log is what gets lost, with what this machine could not check, and with one plain line of totals, after the projects that
 * it counts.
 */
export default class TotalsReporter implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result()
    if (state !== 'failed') return
    const whys = errors.map(({ message, stacks }) => {
      const [at] = stacks ?? []
      return `${message}${at ? `\n    at ${at.file}:${at.line}` : ''}`
    })
    process.stdout.write(`FAILED: ${test.fullName}\n${whys.join('\n')}\n`)
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const notChecked = new Set<unknown>()
    const failed: string[] = []
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1
        const { notChecked: reason, onFailure: seen } = { notChecked: undefined, ...test.meta() }
        if (reason) notChecked.add(reason)
        if (seen) process.stdout.write(`When "${test.fullName}" failed:\n${seen}\n`)
        const [error] = test.result().errors ?? []
        if (error) failed.push(`FAILED: ${test.fullName}: ${inOneLine(error.message).slice(0, mostOfMessage)}`)
      }
    }
    for (const one of failed) process.stdout.write(`${one}\n`)
    const projects = [...new Set(modules.map((module) => module.project.name))].join('+')
    const skipped = count.skipped + count.pending
    for (const reason of notChecked) process.stdout.write(`NOT CHECKED: ${reason}\n`)
    process.stdout.write(
      `${projects}: ${count.passed} passed, ${count.failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`,
    )
  }
}

const inOneLine = (text: string) => stripVTControlCharacters(text).replaceAll(/\s*\n\s*/g, ' ')
