import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Tells why a test failed when it has, as a run that is cut off never comes to its end. Ends the run with one plain line of totals, after
 * the projects that it counts, and with what this machine could not check.
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
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1
        const { notChecked: reason } = { notChecked: undefined, ...test.meta() }
        if (reason) notChecked.add(reason)
      }
    }
    const projects = [...new Set(modules.map((module) => module.project.name))].join('+')
    const skipped = count.skipped + count.pending
    for (const reason of notChecked) process.stdout.write(`NOT CHECKED: ${reason}\n`)
    process.stdout.write(
      `${projects}: ${count.passed} passed, ${count.failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`,
    )
  }
}
