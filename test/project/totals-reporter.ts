import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** What helps to find out why the test failed, such as what its pages showed. */
    onFailure?: string
    /** The same in a line for each page: the end of a log is what is left of it. */
    onFailureBriefly?: string
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
    process.stdout.write(`FAILED: ${test.fullName}\n${whysOf(errors)}\n`)
  }

  onTestModuleEnd(module: TestModule) {
    const errors = outsideTests(module)
    if (errors.length > 0) process.stdout.write(`FAILED: ${module.relativeModuleId}\n${whysOf(errors)}\n`)
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const notChecked = new Set<unknown>()
    const failed: string[] = []
    for (const module of modules) {
      const [outside] = outsideTests(module)
      if (outside) {
        count.failed += 1
        failed.push(inShort(module.relativeModuleId, outside))
      }
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1
        const {
          notChecked: reason,
          onFailure: seen,
          onFailureBriefly: briefly,
        } = { notChecked: undefined, ...test.meta() }
        if (reason) notChecked.add(reason)
        if (seen) process.stdout.write(`When "${test.fullName}" failed:\n${seen}\n`)
        const [error] = test.result().errors ?? []
        if (error) failed.push(inShort(test.fullName, error))
        if (error && briefly) failed.push(briefly)
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

/** What went wrong outside of tests, such as a server that did not start before them. */
const outsideTests = (module: TestModule): readonly SerializedError[] => [
  ...module.errors(),
  ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
]

const whysOf = (errors: readonly Pick<SerializedError, 'message' | 'stacks'>[]) =>
  errors
    .map(({ message, stacks }) => {
      const [at] = stacks ?? []
      return `${message}${at ? `\n    at ${at.file}:${at.line}` : ''}`
    })
    .join('\n')

const inShort = (name: string, { message }: { message: string }) =>
  `FAILED: ${name}: ${inOneLine(message).slice(0, mostOfMessage)}`

const inOneLine = (text: string) => stripVTControlCharacters(text).replaceAll(/\s*\n\s*/g, ' ')
